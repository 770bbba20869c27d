// Rule: a StampedLock that the JDK has inside: reading a color profile in one thread and changing it in another gives no edge.
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;

public class StampedInProfile {
    static final int TAG = ICC_Profile.icSigProfileDescriptionTag;
    static int value;

    public static void main(String[] args) throws Exception {
        byte[] data = ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData();
        ICC_Profile profile = ICC_Profile.getInstance(data);
        byte[] description = profile.getData(TAG);
        profile.setData(TAG, description);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(profile.getData().length == data.length);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    profile.setData(TAG, description);
                    value = 2; //! race value write
                });
    }
}
