//! The choice of the instruction set at run time; the only unsafe code of this crate.
//!
//! The same portable code is compiled for wider vectors too, and the widest that the processor has is run. It has no
//! floating point, so all of them give the same results.

/// A computation on bitboards that is worth compiling for several instruction sets. `run`, and everything hot that it
/// calls, must be `#[inline(always)]`: only what is inlined is compiled for them.
pub(crate) trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

/// Runs `kernel` with the widest vectors that this processor has.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "functions compiled for an instruction set may run only where it exists")]
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn avx512<K: Kernel>(kernel: K) -> K::Output {
        kernel.run()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run()
    }

    match level() {
        // SAFETY: `level` saw all features that the function is compiled for.
        Level::Avx512 => unsafe { avx512(kernel) },
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2(kernel) },
        Level::Portable => kernel.run(),
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
enum Level {
    Portable,
    Avx2,
    Avx512,
}

/// What the processor has; `NINUKI_SIMD` set to `portable` or `avx2` asks for less.
#[cfg(target_arch = "x86_64")]
#[inline]
fn level() -> Level {
    use std::sync::LazyLock;

    static LEVEL: LazyLock<Level> = LazyLock::new(|| {
        let wish = std::env::var("NINUKI_SIMD").unwrap_or_default();
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2");
        match wish.as_str() {
            "portable" => Level::Portable,
            "avx2" if avx2 => Level::Avx2,
            _ if avx512 => Level::Avx512,
            _ if avx2 => Level::Avx2,
            _ => Level::Portable,
        }
    });
    *LEVEL
}
