/** Sizes of files in the formats of spec section 9. */

const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, useGrouping: false })

/** Limit of a size within its unit. */
const MOST = 1000
const prefixes = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']

function scaled(value: number, step: number, unit: string): string {
  let size = Math.max(0, value)
  let power = 0
  // At most three digits before the point: 1005.2 KB is hard to read as a megabyte.
  // The unit itself is counted whole, up to its first step.
  while (Math.round(size * 10) / 10 >= (power === 0 ? step : MOST) && power < prefixes.length - 1) {
    size /= step
    power++
  }
  return `${short.format(size)} ${prefixes[power]}${unit}`
}

/** `1.5 MB`: steps of 1024, up to YB. */
export const formatBytes = (bytes: number) => scaled(bytes, 1024, 'B')

/** `1.5 MB/s`: steps of 1000. Takes bytes per second. */
export const formatSpeed = (bytesPerSecond: number) => scaled(bytesPerSecond, 1000, 'B/s')
