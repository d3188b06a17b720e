/** Limit of a figure, compared when the figure is made. */
export interface Bar {
  text: string
  missed: boolean
}

const text = (word: string, limit: number, unit: string) =>
  [word, limit.toLocaleString('en-US'), unit].filter(Boolean).join(' ')

/** A bar that larger values miss. */
export const atMost = (value: number, limit: number, unit = ''): Bar => ({
  text: text('at most', limit, unit),
  missed: !(value <= limit),
})

/** A bar that smaller values miss. */
export const atLeast = (value: number, limit: number, unit = ''): Bar => ({
  text: text('at least', limit, unit),
  missed: !(value >= limit),
})

/** A bar that is met if one of several is met. */
export const either = (...bars: Bar[]): Bar => ({
  text: bars.map((bar) => bar.text).join(', or '),
  missed: bars.every(({ missed }) => missed),
})
