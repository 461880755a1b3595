import sharp from 'sharp'

// libvips, as one who is sent images by strangers sets it up.

// One thread for each job, also where sharp's default is one for each processor.
sharp.concurrency(1)
// No input ever comes twice, so libvips' cache of operations would only hold memory.
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

export { sharp as decoder }
