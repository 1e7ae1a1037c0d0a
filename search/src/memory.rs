//! Memory for tables: all zero, and taken from the system when it is written to.

#[cfg(feature = "mmap")]
pub(crate) use mapped::Memory;

#[cfg(not(feature = "mmap"))]
pub(crate) use plain::Memory;

#[cfg(feature = "mmap")]
mod mapped {
    use memmap2::MmapMut;

    use crate::buckets::Bucket;

    /// Pages of memory, large ones where the system has them.
    #[derive(Debug)]
    pub(crate) struct Memory(MmapMut);

    impl Memory {
        /// Allocates `buckets` buckets; `None` if the system has too little memory.
        pub(crate) fn new(buckets: usize) -> Option<Self> {
            let pages = MmapMut::map_anon(buckets.checked_mul(size_of::<Bucket>())?).ok()?;
            // Entries lie anywhere, so with small pages most of the time goes into finding the page. It is but a wish.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            Some(Self(pages))
        }

        /// The number of bytes.
        pub(crate) fn len(&self) -> usize {
            self.0.len()
        }

        /// All bytes, aligned as buckets are.
        pub(crate) fn bytes(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}

#[cfg(not(feature = "mmap"))]
mod plain {
    use std::fmt;

    use zerocopy::{FromZeros, IntoBytes};

    use crate::buckets::Bucket;

    /// Memory of the usual allocator.
    pub(crate) struct Memory(Box<[Bucket]>);

    impl Memory {
        /// Allocates `buckets` buckets; `None` if there is too little memory.
        pub(crate) fn new(buckets: usize) -> Option<Self> {
            <[Bucket]>::new_box_zeroed_with_elems(buckets).ok().map(Self)
        }

        /// The number of bytes.
        pub(crate) fn len(&self) -> usize {
            size_of_val(&*self.0)
        }

        /// All bytes, aligned as buckets are.
        pub(crate) fn bytes(&mut self) -> &mut [u8] {
            self.0.as_mut_bytes()
        }
    }

    impl fmt::Debug for Memory {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "Memory({} bytes)", self.len())
        }
    }
}
