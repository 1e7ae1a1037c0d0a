//! Days of filters as numbers.

/// The first and the last day of a text as `2006`, `2006-08` or `2006-08-06`, each as `YYYYMMDD`; `None` for any other text.
///
/// # Examples
/// ```
/// use ninuki_library::days;
///
/// assert_eq!(days("2006-08"), Some((20_060_800, 20_060_899)));
/// assert_eq!(days("06-08-2006"), None);
/// ```
#[must_use]
pub fn days(text: &str) -> Option<(u32, u32)> {
    let number = |text: &str, digits: usize| {
        let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<u32>().ok()).flatten()
    };
    let parts: Vec<&str> = text.splitn(4, '-').collect();
    let (first, rest) = match parts[..] {
        [year] => (number(year, 4)? * 10_000, 9999),
        [year, month] => (number(year, 4)? * 10_000 + number(month, 2)? * 100, 99),
        [year, month, day] => (number(year, 4)? * 10_000 + number(month, 2)? * 100 + number(day, 2)?, 0),
        _ => return None,
    };
    Some((first, first + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_bounds() {
        assert_eq!(days("2006"), Some((20_060_000, 20_069_999)));
        assert_eq!(days("2006-08"), Some((20_060_800, 20_060_899)));
        assert_eq!(days("2006-08-06"), Some((20_060_806, 20_060_806)));
        assert_eq!([days("06-08-2006"), days(""), days("2006-8"), days("2006-08-06-01")], [None; 4]);
    }
}
