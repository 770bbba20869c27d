use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::tempdir;

use super::*;

const BUILD: Digest = 17;

fn open_with(directory: &Path, name: &str, build: Digest, unused: usize) -> [Cache; 2] {
    let place = Place {
        directory: directory.to_owned(),
        name: name.to_owned(),
    };
    [true, false].map(|reads_whole| {
        let usage = Usage {
            reads_whole,
            added: 1000,
            unused,
        };
        Cache::open(&place, build, usage)
    })
}

/// A cache; the two ways of reading it say the same of these keys.
fn open(directory: &Path, name: &str) -> Cache {
    let [whole, _] = open_with(directory, name, BUILD, 0);
    let [of_whole, of_parts] = open_with(directory, name, BUILD, 0);
    for key in 0..5 {
        assert_eq!(text(&of_whole, key), text(&of_parts, key));
    }
    whole
}

fn open_to_collect(directory: &Path, unused: usize) -> Cache {
    let [_, cache] = open_with(directory, "a", BUILD, unused);
    cache
}

fn text(cache: &Cache, key: Digest) -> Option<String> {
    Some(String::from_utf8_lossy(&cache.get(key)?).into_owned())
}

fn saved(directory: &Path) -> PathBuf {
    let cache = open(directory, "a");
    cache.add(1, b"one");
    cache.add(2, b"two");
    cache.save().unwrap();
    cache.place.file()
}

#[test]
fn what_was_added_is_found_and_what_is_not_used_goes() {
    let directory = tempdir().unwrap();
    saved(directory.path());
    let cache = open(directory.path(), "a");
    assert_eq!(text(&cache, 1), Some("one".to_owned()));
    assert_eq!(text(&cache, 3), None);
    cache.add(3, b"three");
    cache.save().unwrap();
    let cache = open(directory.path(), "a");
    assert_eq!(text(&cache, 1), Some("one".to_owned()));
    assert_eq!(text(&cache, 2), None);
    assert_eq!(text(&cache, 3), Some("three".to_owned()));
    assert_eq!(text(&open(directory.path(), "b"), 1), None);
}

#[test]
fn what_is_not_used_stays_where_there_is_room() {
    let directory = tempdir().unwrap();
    saved(directory.path());
    let cache = open_to_collect(directory.path(), 1000);
    cache.add(3, b"three");
    cache.save().unwrap();
    let cache = open(directory.path(), "a");
    assert_eq!(text(&cache, 2), Some("two".to_owned()));
    assert_eq!(text(&cache, 3), Some("three".to_owned()));
}

#[test]
fn where_there_is_none_only_who_uses_much_decides_what_goes() {
    let directory = tempdir().unwrap();
    saved(directory.path());
    let small = open_to_collect(directory.path(), 100);
    small.add(3, b"three");
    small.save().unwrap();
    assert_eq!(text(&open(directory.path(), "a"), 3), None);
    let large = open_to_collect(directory.path(), 100);
    assert!(large.get(1).is_some());
    large.add(3, &[b'3'; 50]);
    large.save().unwrap();
    let cache = open(directory.path(), "a");
    assert!(cache.get(1).is_some() && cache.get(3).is_some());
    assert!(cache.get(2).is_none());
}

#[test]
fn little_is_not_worth_writing_all_again() {
    let directory = tempdir().unwrap();
    let cache = open_to_collect(directory.path(), 10_000);
    cache.add(1, &[b'1'; 900]);
    cache.save().unwrap();
    let cache = open_to_collect(directory.path(), 10_000);
    cache.add(2, b"two");
    cache.save().unwrap();
    assert!(open(directory.path(), "a").get(2).is_none());
}

#[test]
fn what_is_added_again_is_found_as_it_was_added_last() {
    let directory = tempdir().unwrap();
    saved(directory.path());
    let cache = open(directory.path(), "a");
    cache.get(1);
    cache.add(1, b"another");
    cache.save().unwrap();
    let cache = open(directory.path(), "a");
    assert_eq!(text(&cache, 1), Some("another".to_owned()));
}

#[test]
fn what_is_damaged_is_not_there() {
    let directory = tempdir().unwrap();
    let file = saved(directory.path());
    let whole = fs::read(&file).unwrap();
    let is_true = |cache: &Cache| {
        let [one, two] = [1, 2].map(|key| text(cache, key));
        assert!(one.as_ref().is_none_or(|it| it == "one"));
        assert!(two.as_ref().is_none_or(|it| it == "two"));
        one.is_some() && two.is_some()
    };
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, &damaged).unwrap();
        assert!(!is_true(&open(directory.path(), "a")));
        fs::write(&file, &whole[..at]).unwrap();
        assert!(!is_true(&open(directory.path(), "a")));
    }
}

#[test]
fn what_another_build_wrote_is_not_believed() {
    let directory = tempdir().unwrap();
    saved(directory.path());
    for cache in open_with(directory.path(), "a", BUILD + 1, 0) {
        assert!(cache.is_new() && cache.get(1).is_none());
    }
}

#[test]
fn what_others_may_have_written_is_not_believed() {
    let directory = tempdir().unwrap();
    let file = saved(directory.path());
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    fs::set_permissions(&file, Permissions::from_mode(0o620)).unwrap();
    assert!(open(directory.path(), "a").is_new());
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    assert!(!open(directory.path(), "a").is_new());
    let elsewhere = directory.path().join("elsewhere");
    fs::rename(&file, &elsewhere).unwrap();
    symlink(&elsewhere, &file).unwrap();
    assert!(open(directory.path(), "a").is_new());
}

#[test]
fn it_is_full_once_too_much_was_added() {
    let directory = tempdir().unwrap();
    let cache = open(directory.path(), "a");
    cache.add(1, &[0; 1000]);
    assert!(!cache.is_full());
    cache.add(2, &[0]);
    assert!(cache.is_full());
}

#[test]
fn nothing_is_left_behind() {
    let directory = tempdir().unwrap();
    let file = saved(directory.path());
    let left = directory::temporary(&file);
    fs::write(&left, "").unwrap();
    let hours_ago = SystemTime::now() - std::time::Duration::from_secs(10_000);
    let opened = File::options().append(true).open(&left).unwrap();
    opened.set_modified(hours_ago).unwrap();
    saved(directory.path());
    let cache = open(directory.path(), "a");
    cache.add(4, b"four");
    cache.save().unwrap();
    let entries = fs::read_dir(directory.path()).unwrap();
    let names: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    assert_eq!(names, [file]);
}

#[test]
fn a_directory_that_cannot_be_made_is_told() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = open(&file.join("below"), "a");
    cache.add(1, b"one");
    assert!(cache.save().is_err());
}
