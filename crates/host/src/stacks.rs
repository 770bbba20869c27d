//! Stacks, as the runtime tells them and as reports show them.

use findings::{Access, Frame};

/// Reads frames as `Stacks.text` writes them: class, method, line and file with semicolons between. Only
/// a file's name may have one in it.
pub fn frames(texts: &[String]) -> Vec<Frame> {
    texts.iter().filter_map(|text| frame(text)).collect()
}

fn frame(text: &str) -> Option<Frame> {
    let mut parts = text.splitn(4, ';');
    Some(Frame {
        class: parts.next()?.replace('.', "/"),
        method: parts.next()?.to_owned(),
        // Negative in a native method and where the class does not tell.
        line: parts.next()?.parse().ok(),
        file: parts.next().map(str::to_owned),
    })
}

/// The stack of an access. The check may stand in another line, such as one behind the loop. The JVM leaves out frames of
/// hidden classes, so the access's own may be missing.
pub fn of_access(access: &Access, texts: &[String]) -> Vec<Frame> {
    let mut stack = frames(texts);
    let is_own = |f: &&mut Frame| f.class == access.class && f.method == access.method;
    if let Some(own) = stack.iter_mut().find(is_own) {
        own.line = access.line;
    } else {
        let own = Frame {
            class: access.class.clone(),
            method: access.method.clone(),
            file: access.file.clone(),
            line: access.line,
        };
        stack.insert(0, own);
    }
    stack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_far_as_they_are_known() {
        let texts = [
            "com.acme.Cache$Entry;<init>;7;Cache;v2.java",
            "Main;main;-1",
            "java.lang.Thread;sleep;-2;Thread.java",
        ];
        let frame = |class: &str, method: &str, file: Option<&str>, line| Frame {
            class: class.into(),
            method: method.into(),
            file: file.map(Into::into),
            line,
        };
        assert_eq!(
            frames(&texts.map(str::to_owned)),
            [
                frame(
                    "com/acme/Cache$Entry",
                    "<init>",
                    Some("Cache;v2.java"),
                    Some(7)
                ),
                frame("Main", "main", None, None),
                frame("java/lang/Thread", "sleep", Some("Thread.java"), None),
            ]
        );
    }
}
