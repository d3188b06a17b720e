import { useFormat } from '../../data/use-format.ts'

/** The milliseconds of a time, `.114`. */
const millisecondsOf = (time: string) => `.${(/\.(\d{1,3})/.exec(time)?.[1] ?? '').padEnd(3, '0')}`

/** Times of the log to the millisecond, with the day unless it is today. */
export function useLogTime() {
  const format = useFormat()
  const whole = (time: string) => `${format.isoDate(time)} ${format.isoTime(time)}${millisecondsOf(time)}`
  return {
    whole,
    short: (time: string) =>
      format.isoDate(time) === format.isoDate(new Date().toISOString())
        ? `${format.isoTime(time)}${millisecondsOf(time)}`
        : whole(time),
  }
}
