//! Scratch.
use zenpuku_shogi_record::*;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let ext = path.rsplit('.').next().unwrap();
        let name: String = path.chars().rev().take(50).collect::<Vec<_>>().into_iter().rev().collect();
        match read(&bytes, Format::from_extension(ext)) {
            Err(e) => println!("REFUSED {name}: {e}"),
            Ok(d) => {
                let w = write(&d, d.format, None);
                match w {
                    Err(e) => println!("WRITE {name}: {e}"),
                    Ok(w) => {
                        let again = read(&w.bytes, Some(d.format)).unwrap();
                        let same = again.records.len()==d.records.len() && again.records.iter().zip(&d.records).all(|(a,b)| a==b);
                        println!("{} {} {name}: {} {} {:?} nodes {} warn {}", if w.bytes==bytes {"BYTES"} else {"differ"}, if same {"same"} else {"OTHER"}, d.format, d.encoding, d.newline, d.records.iter().map(|r|r.len()).sum::<usize>(), d.warnings.len());
                        if let Some(a)=again.records.first() { if let Some(x) = a.first_difference(&d.records[0]) {println!("   DIFF {x}");} }
                        if std::env::var("V").is_ok() && w.bytes != bytes { std::fs::write("/tmp/zp/out.txt",&w.bytes).unwrap(); }
                        for x in d.warnings.iter().take(3) { println!("    {x}"); }
                        for x in w.losses { println!("    LOSS {x}"); }
                    }
                }
            }
        }
    }
}
