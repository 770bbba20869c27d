import java.util.ArrayList;
import java.util.List;

final class OtherNamesDriver {
    public static void main(String[] arguments) {
        OtherNames it = new OtherNames();
        OtherNames.Branch branch = new OtherNames.Branch();
        OtherNames.Holder holder = new OtherNames.Holder();
        List<OtherNames.Branch> list = new ArrayList<>();
        Together.run(() -> it.itself(branch, holder), () -> it.itself(branch, holder));
        Together.run(() -> it.fixed(branch, holder), () -> it.fixed(branch, holder));
        Together.run(() -> it.listed(branch, list), () -> it.listed(branch, list));
        Together.run(() -> it.storedThere(branch), () -> it.storedThere(branch));
        Together.run(() -> it.passedOn(branch), () -> it.passedOn(branch));
        Together.run(() -> OtherNames.sharedLeaf(), () -> OtherNames.sharedLeaf());
    }
}
