// Rule: final fields of a superclass are frozen too.
//! clean
public class FinalInherited {
    static class Shape {
        final int[] sides;

        Shape(int count) {
            sides = new int[count];
            sides[0] = 1;
        }
    }

    static final class Square extends Shape {
        final int area;

        Square() {
            super(4);
            area = 16;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Square());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Square square = (Square) Publication.published();
                    Order.require(square.area == 16 && square.sides[0] == 1);
                });
    }
}
