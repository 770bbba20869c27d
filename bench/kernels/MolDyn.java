import java.util.concurrent.CyclicBarrier;

/**
 * Molecules in a periodic box that attract and repel each other within a cut-off: objects with fields,
 * read by all workers, written by one, in phases between barriers. Size: molecules along an edge of the box.
 */
public final class MolDyn {
    private static final int STEPS = 10;
    private static final double STEP = 0.002;
    private static final double SPACING = 1.2;
    private static final double CUT_OFF = 2.5;

    private static final class Molecule {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double fx;
        double fy;
        double fz;
        /** Twice its share of the potential energy. */
        double potential;

        void move(double edge) {
            vx += fx * STEP;
            vy += fy * STEP;
            vz += fz * STEP;
            x = wrap(x + vx * STEP, edge);
            y = wrap(y + vy * STEP, edge);
            z = wrap(z + vz * STEP, edge);
        }

        private static double wrap(double position, double edge) {
            if (position < 0) {
                return position + edge;
            }
            return position >= edge ? position - edge : position;
        }

        /** Adds the force of another molecule, or of its nearest image. */
        void feel(Molecule other, double edge) {
            double dx = nearest(x - other.x, edge);
            double dy = nearest(y - other.y, edge);
            double dz = nearest(z - other.z, edge);
            double square = dx * dx + dy * dy + dz * dz;
            if (square > CUT_OFF * CUT_OFF) {
                return;
            }
            double inverse = 1 / square;
            double sixth = inverse * inverse * inverse;
            double force = 24 * inverse * sixth * (2 * sixth - 1);
            fx += dx * force;
            fy += dy * force;
            fz += dz * force;
            potential += 4 * sixth * (sixth - 1);
        }

        private static double nearest(double distance, double edge) {
            if (distance > edge / 2) {
                return distance - edge;
            }
            return distance < -edge / 2 ? distance + edge : distance;
        }

        double energy() {
            return potential / 2 + (vx * vx + vy * vy + vz * vz) / 2;
        }
    }

    private final Workers workers;
    private final int perEdge;
    private final double edge;

    private MolDyn(Kernel kernel) {
        workers = kernel.workers;
        perEdge = kernel.size;
        edge = perEdge * SPACING;
    }

    private Molecule[] lattice() {
        Random random = new Random(5);
        Molecule[] molecules = new Molecule[perEdge * perEdge * perEdge];
        for (int i = 0; i < molecules.length; i++) {
            Molecule molecule = new Molecule();
            molecule.x = i % perEdge * SPACING;
            molecule.y = i / perEdge % perEdge * SPACING;
            molecule.z = i / perEdge / perEdge * SPACING;
            molecule.vx = random.nextDouble() - 0.5;
            molecule.vy = random.nextDouble() - 0.5;
            molecule.vz = random.nextDouble() - 0.5;
            molecules[i] = molecule;
        }
        return molecules;
    }

    private void forces(Molecule[] molecules, int first, int end) {
        for (int i = first; i < end; i++) {
            Molecule molecule = molecules[i];
            molecule.fx = 0;
            molecule.fy = 0;
            molecule.fz = 0;
            molecule.potential = 0;
            for (int j = 0; j < molecules.length; j++) {
                if (j != i) {
                    molecule.feel(molecules[j], edge);
                }
            }
        }
    }

    private static double energy(Molecule[] molecules) {
        double energy = 0;
        for (Molecule molecule : molecules) {
            energy += molecule.energy();
        }
        return energy;
    }

    private long round() throws InterruptedException {
        Molecule[] molecules = lattice();
        forces(molecules, 0, molecules.length);
        double before = energy(molecules);
        CyclicBarrier barrier = new CyclicBarrier(workers.count);
        workers.inParallel(worker -> {
            int first = workers.first(worker, molecules.length);
            int end = workers.first(worker + 1, molecules.length);
            for (int step = 0; step < STEPS; step++) {
                for (int i = first; i < end; i++) {
                    molecules[i].move(edge);
                }
                barrier.await();
                forces(molecules, first, end);
                barrier.await();
            }
            return 0;
        });
        double after = energy(molecules);
        Kernel.require(Math.abs(after - before) < 0.05 * Math.abs(before), "energy is kept");
        return Double.doubleToLongBits(after);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 8);
        MolDyn molDyn = new MolDyn(kernel);
        kernel.measure(molDyn::round);
    }
}
