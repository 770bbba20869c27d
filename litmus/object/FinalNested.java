// Rule: final fields: an object behind a final field, whose own fields are not final but were
// written before the constructor ended.
//! clean
public class FinalNested {
    static final class Name {
        String text;
        Name next;
    }

    static final class Person {
        final Name name;

        Person() {
            name = new Name();
            name.text = "a";
            name.next = new Name();
            name.next.text = "b";
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Person());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Person person = (Person) Publication.published();
                    Order.require(person.name.next.text.length() == 1);
                });
    }
}
