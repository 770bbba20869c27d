// Rule: final fields: an object behind a final field, written again after the constructor ended.
public class FinalNestedLater {
    static final class Name {
        String text;
    }

    static final class Person {
        final Name name = new Name();
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Person person = new Person();
                    person.name.text = "later"; //! race text write
                    Publication.publish(person);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Person person = (Person) Publication.published();
                    String seen = person.name.text; //! race text read
                });
    }
}
