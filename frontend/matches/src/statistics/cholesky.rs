//! Symmetric positive definite matrices, in rows.

/// The lower triangle L of A = L Lᵀ, row i with its first i + 1 numbers.
pub(super) struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Factors a matrix, of which the upper triangle is not read.
    pub(super) fn new(matrix: &[Vec<f64>]) -> Self {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (i, source) in matrix.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for j in 0..i {
                let product: f64 = row.iter().zip(&rows[j]).map(|(a, b)| a * b).sum();
                row.push((source[j] - product) / rows[j][j]);
            }
            let square: f64 = row.iter().map(|a| a * a).sum();
            row.push((source[i] - square).sqrt());
            rows.push(row);
        }
        Self(rows)
    }

    /// Returns the x with A x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for (i, row) in self.0.iter().enumerate() {
            let known: f64 = row[..i].iter().zip(&x).map(|(a, x)| a * x).sum();
            x[i] = (x[i] - known) / row[i];
        }
        for (i, row) in self.0.iter().enumerate().rev() {
            x[i] /= row[i];
            let solved = x[i];
            x[..i].iter_mut().zip(row).for_each(|(x, a)| *x -= a * solved);
        }
        x
    }

    /// Returns the inverse of A.
    pub(super) fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.0.len();
        (0..size).map(|i| self.solve(&(0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_inverts() {
        let cholesky = Cholesky::new(&[vec![4.0], vec![2.0, 5.0], vec![-2.0, 3.0, 9.0]]);
        assert_eq!(cholesky.0, [vec![2.0], vec![1.0, 2.0], vec![-1.0, 2.0, 2.0]]);
        assert_eq!(cholesky.solve(&[2.0, 21.0, 31.0]), [1.0, 2.0, 3.0]);
        let columns = [[4.0, 2.0, -2.0], [2.0, 5.0, 3.0], [-2.0, 3.0, 9.0]].map(|column| cholesky.solve(&column));
        assert_eq!(columns, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(cholesky.inverse()[2], cholesky.solve(&[0.0, 0.0, 1.0]));
    }
}
