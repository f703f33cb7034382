//! The macro that turns the rows into `Params` and `TABLE`.

/// Declares the table.
///
/// A row reads:
/// `field "Name": kind, unit = default in min..=max step step, doc, source;`
/// where kind is `switch` (then only the default follows), `integer`, or
/// `fraction/D` (all numbers of the row are then raw numerators over `D`).
macro_rules! parameter_table {
    ($( $group:literal { $( $field:ident $name:literal : $kind:ident $(/ $den:literal)?
        $(, $unit:literal)? = $default:literal $(in $min:literal ..= $max:literal step $step:literal)?,
        $doc:literal, $source:literal; )* } )*) => {
        /// The value of every switch and parameter, as plain fields for the search to read.
        ///
        /// `Params::default()` is the `default` profile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Params {
            $($(
                #[doc = concat!($doc, $(" Unit: ", $unit, ".",)? " Source: ", $source, ".")]
                pub $field: parameter_table!(@type $kind $($den)?),
            )*)*
        }

        impl Params {
            /// The values written in the table's default column.
            pub(crate) fn table_defaults() -> Self {
                Self { $($(
                    $field: $crate::value::Value::from_raw(parameter_table!(@raw $kind $default)),
                )*)* }
            }
        }

        /// Every switch and parameter, grouped by technique.
        pub static TABLE: &[$crate::row::TableRow<Params>] = &[$($( $crate::row::TableRow {
            group: $group,
            name: $name,
            kind: parameter_table!(@kind $kind $($den)?),
            default: parameter_table!(@raw $kind $default),
            min: parameter_table!(@or 0 $($min)?),
            max: parameter_table!(@or 1 $($max)?),
            step: parameter_table!(@or 1 $($step)?),
            unit: concat!($($unit)?),
            doc: $doc,
            source: $source,
            read: |params| $crate::value::Value::to_raw(params.$field),
            write: |params, raw| params.$field = $crate::value::Value::from_raw(raw),
        }, )*)*];
    };
    (@type switch) => { bool };
    (@type integer) => { i32 };
    (@type fraction $den:literal) => { $crate::value::Fraction<$den> };
    (@kind switch) => { $crate::row::Kind::Switch };
    (@kind integer) => { $crate::row::Kind::Integer };
    (@kind fraction $den:literal) => { $crate::row::Kind::Fraction { denominator: $den } };
    (@raw switch $on:literal) => { $on as i32 };
    (@raw $kind:ident $raw:literal) => { $raw };
    (@or $otherwise:literal) => { $otherwise };
    (@or $otherwise:literal $given:literal) => { $given };
}

pub(crate) use parameter_table;
