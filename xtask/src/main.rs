fn main() {
    std::fs::create_dir_all("extension/src").expect("dir");
    std::fs::write("extension/src/wire.ts", tabwright_wire::typescript::module()).expect("write");
}
