# Read by the scripts of deploy/. Compiles the translations; $root is the checkout.

# build_catalogues: po/LANGUAGE.po to .build/locale/LANGUAGE/LC_MESSAGES/lectern.mo, where a build of lectern looks.
build_catalogues() {
  for catalogue in "$root"/po/*.po; do
    language=$(basename "$catalogue" .po)
    target=$root/.build/locale/$language/LC_MESSAGES
    mkdir -p "$target" && msgfmt --check -o "$target/lectern.mo" "$catalogue" || return 70
  done
}
