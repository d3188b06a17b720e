import type { SampleSize } from '../../app/sample/sample-files.ts'

/** 320 customers. */
export const smallSample: SampleSize = {
  members: 240,
  onlineOnly: 80,
  membersOnline: 78,
  orders: 300,
  doubles: 24,
}
