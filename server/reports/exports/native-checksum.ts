import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'

// yazl adds up its checksums in JavaScript, which takes a fifth of the time of a workbook: zlib has the same in machine code. It must be the
// very module that yazl requires.
const checksum = createRequire(import.meta.resolve('yazl'))('buffer-crc32') as {
  unsigned: (bytes: Buffer, before?: number) => number
}
checksum.unsigned = (bytes, before = 0) => crc32(bytes, before)
