//! The vector extensions of the processor. A value of each type below proves that its extension is there: only this
//! module constructs them.

/// The processor has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    fn found() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

/// The processor has what is used of AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    fn found() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
        found.then_some(Self(()))
    }
}

/// An instruction set, with the proof that the processor has it.
#[derive(Clone, Copy)]
pub(super) enum Level {
    /// The baseline of x86-64.
    Sse2,
    Avx2(Avx2),
    Avx512(Avx512),
}

impl Level {
    /// All that the processor has, the widest last.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let all = [Some(Self::Sse2), Avx2::found().map(Self::Avx2), Avx512::found().map(Self::Avx512)];
        all.into_iter().flatten()
    }

    /// The bits of its registers.
    pub(super) const fn width(self) -> usize {
        match self {
            Self::Sse2 => 128,
            Self::Avx2(_) => 256,
            Self::Avx512(_) => 512,
        }
    }
}
