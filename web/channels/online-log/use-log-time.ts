import { useFormat } from '../../data/use-format.ts'

/** The milliseconds of a time, `.114`. */
const millisecondsOf = (time: string) => `.${(/\.(\d{1,3})/.exec(time)?.[1] ?? '').padEnd(3, '0')}`

/** Times of the log: whole to the millisecond, short to the second with the day unless it is today. */
export function useLogTime() {
  const format = useFormat()
  const toSecond = (time: string) => `${format.isoDate(time)} ${format.isoTime(time)}`
  return {
    whole: (time: string) => `${toSecond(time)}${millisecondsOf(time)}`,
    short: (time: string) =>
      format.isoDate(time) === format.isoDate(new Date().toISOString()) ? format.isoTime(time) : toSecond(time),
  }
}
