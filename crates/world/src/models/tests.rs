use super::*;

#[test]
fn an_action_prints_as_it_is_written() {
    for text in [
        "lock this if true",
        "release element arg1",
        "acquire field arg2 if nonnull",
        "unlock this.sync",
    ] {
        let hooks = format!(
            "[[hook]]\nclass = 'a/B'\nmethod = 'm(II)Ljava/lang/Object;'\nreturn = ['{text}']\n"
        );
        let models = Models::parse(&hooks).expect("a valid file");
        assert_eq!(models.hooks()[0].action.to_string(), text);
    }
}
