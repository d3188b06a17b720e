/** A series of the period and, point by point, of the one before. */
export interface Line {
  name: string
  color: string
  total: number
  points: { time: string; value: number; before: number | undefined }[]
}
