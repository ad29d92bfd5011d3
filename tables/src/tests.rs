//! Tests of columns and rows as files: what is written is read back.

use std::fs;
use std::path::Path;

use super::{Cells, Column, Names, RowsWriter, csv};
use frame::analysis::testing::catalogue;
use frame::error::Failure;
use frame::fight::{ABSENT, Side};
use frame::rules::Entry;

#[test]
fn cells_are_written_so_that_they_are_read_back_as_they_are() {
    let columns = [
        Column::new("a, b", ["", "=1+1", "-3", "say \"no\"", "two\nlines"]),
        Column::new("text", [Some("x"), None, Some("+"), None, Some("y,z")]),
        Column::new("whole", [Some(-1_i64), None, Some(i64::MAX), Some(0), Some(7)]),
        Column::new("count", [0, 1, u64::MAX, 2, 3]),
        Column::new("number", [0.1, 1.0, -1e-7, 1e300, f64::NAN]),
        Column::new("flag", [true, false, true, false, true]),
    ];
    let text = "\"a, b\",text,whole,count,number,flag\n\"\",x,-1,0,0.1,true\n'=1+1,,,1,1.0,false\n\
                -3,'+,9223372036854775807,18446744073709551615,-1e-7,true\n\"say \"\"no\"\"\",,0,2,1e+300,false\n\
                \"two\nlines\",\"y,z\",7,3,NaN,true\n";
    assert_eq!(csv(&columns), text);
}

#[test]
fn texts_that_begin_like_a_formula_are_none() {
    let text = csv(&[Column::new("=name", ["=1", "+a", "@x", "\tx", "-1.5", "- 2"])]);
    assert_eq!(text, "'=name\n'=1\n'+a\n'@x\n'\tx\n-1.5\n'- 2\n");
}

/// The combatants of made-up fights.
fn combatants() -> Vec<Entry> {
    vec![Entry { name: "Ada".into(), side: Side(0), identity: 1, arrives: 1 }]
}

/// The rows of five fights, written in two batches to a file of this name; with the file, while its folder is there.
fn written(name: &str, only: &[String], look: impl FnOnce(&Path)) {
    let (catalogue, sides, combatants) = (catalogue(), ["left".to_owned(), "right".to_owned()], combatants());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let names = Names { sides: &sides, combatants: &combatants };
    let mut writer = RowsWriter::create(&path, &catalogue, names, only).expect("a file");
    let fights: Vec<i64> =
        (0..5).flat_map(|fight| [fight % 2, 3 + fight, 0, if fight == 2 { ABSENT } else { -fight }]).collect();
    writer.add(0, &fights[..8]).expect("a batch");
    writer.add(2, &fights[8..]).expect("a batch");
    assert!(!path.exists(), "the file has its name only when it is complete");
    writer.finish().expect("a file");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    look(&path);
}

#[test]
fn rows_of_every_fight_are_written_as_csv() {
    written("rows.csv", &[], |path| {
        let text = "fight,combatant,side,winner,rounds,dead,hp\n0,Ada,left,left,3,0,0\n1,Ada,left,right,4,0,-1\n\
                    2,Ada,left,left,5,0,\n3,Ada,left,right,6,0,-3\n4,Ada,left,left,7,0,-4\n";
        assert_eq!(fs::read_to_string(path).expect("a text"), text);
    });
    written("rows.csv", &["rounds".into()], |path| {
        assert_eq!(fs::read_to_string(path).expect("a text"), "fight,rounds\n0,3\n1,4\n2,5\n3,6\n4,7\n");
    });
}

/// What is read of a column of a Parquet file, all batches one after the other.
#[cfg(feature = "parquet")]
fn read(path: &Path) -> Vec<(String, Vec<String>)> {
    use std::io::Cursor;

    use polars_arrow::array::{Array, PrimitiveArray, Utf8ViewArray};
    use polars_arrow::datatypes::ArrowDataType;
    use polars_parquet::read::{BasicDecompressor, PageReader, column_iter_to_arrays, infer_schema, read_metadata};

    let told = |array: &dyn Array| -> Vec<String> {
        let any = array.as_any();
        match array.dtype() {
            ArrowDataType::Utf8View => {
                any.downcast_ref::<Utf8ViewArray>().expect("texts").iter().map(|cell| format!("{cell:?}")).collect()
            }
            ArrowDataType::UInt64 => {
                any.downcast_ref::<PrimitiveArray<u64>>().expect("counts").iter().map(|cell| format!("{cell:?}")).collect()
            }
            _ => any.downcast_ref::<PrimitiveArray<i64>>().expect("numbers").iter().map(|cell| format!("{cell:?}")).collect(),
        }
    };
    let bytes = fs::read(path).expect("a file");
    let about = read_metadata(&mut Cursor::new(&bytes)).expect("a Parquet file");
    let schema = infer_schema(&about).expect("columns");
    let mut found: Vec<(String, Vec<String>)> = schema.iter_names().map(|name| (name.to_string(), Vec::new())).collect();
    for group in &about.row_groups {
        for ((column, field), (_, cells)) in group.parquet_columns().iter().zip(schema.iter_values()).zip(&mut found) {
            let range = column.byte_range();
            let chunk = bytes[range.start as usize..range.end as usize].to_vec();
            let pages = PageReader::new(Cursor::new(chunk.into()), column, Vec::new(), usize::MAX);
            let kind = &column.descriptor().descriptor.primitive_type;
            let unpacked = vec![BasicDecompressor::new(pages, Vec::new())];
            let (arrays, _) = column_iter_to_arrays(unpacked, vec![kind], field.clone(), None).expect("cells");
            cells.extend(arrays.iter().flat_map(|array| told(array.as_ref())));
        }
    }
    found
}

#[cfg(feature = "parquet")]
#[test]
fn rows_of_every_fight_are_read_back_from_parquet() {
    let texts = |cells: [&str; 5]| cells.map(|cell| format!("Some({cell:?})")).to_vec();
    let numbers = |cells: [Option<i64>; 5]| cells.map(|cell| format!("{cell:?}")).to_vec();
    written("rows.parquet", &[], |path| {
        let expected = [
            ("fight", numbers([0, 1, 2, 3, 4].map(Some))),
            ("combatant", texts(["Ada"; 5])),
            ("side", texts(["left"; 5])),
            ("winner", texts(["left", "right", "left", "right", "left"])),
            ("rounds", numbers([3, 4, 5, 6, 7].map(Some))),
            ("dead", numbers([Some(0); 5])),
            ("hp", numbers([Some(0), Some(-1), None, Some(-3), Some(-4)])),
        ];
        assert_eq!(read(path), expected.map(|(name, cells)| (name.to_owned(), cells)));
    });
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_it_is_said_how_to_get_it() {
    let (catalogue, combatants) = (catalogue(), combatants());
    let names = Names { sides: &[], combatants: &combatants };
    let failure = RowsWriter::create("rows.parquet".as_ref(), &catalogue, names, &[]).err().expect("no Parquet");
    assert!(matches!(failure, Failure::Usage(text) if text.contains("--features tables")));
}

#[test]
fn rows_have_two_formats() {
    let (catalogue, combatants) = (catalogue(), combatants());
    let names = Names { sides: &[], combatants: &combatants };
    let failure = RowsWriter::create("rows.xls".as_ref(), &catalogue, names, &[]).err();
    assert!(matches!(failure, Some(Failure::Usage(text)) if text.contains(".parquet and .csv")));
}

#[test]
fn a_column_knows_how_many_cells_it_has() {
    assert_eq!(Column::new("a", [1.0, 2.0]).cells.len(), 2);
    assert!(Cells::Flags(Vec::new()).is_empty());
}
