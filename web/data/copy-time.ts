import { marked } from './storage.ts'

/** A read, as TanStack Query dates it. */
interface Dated {
  dataUpdatedAt: number
}

/** The time that dates a copy of this device: negative, so older than any answer, and read again. */
export const copyTime = (at: number) => -at

/** True for a read that shows a copy, which lacks sensitive values: nothing may be changed over it. */
export const isCopy = ({ dataUpdatedAt }: Dated) => dataUpdatedAt < 0

/** When the server answered what a read shows. */
export const answeredAt = ({ dataUpdatedAt }: Dated) => Math.abs(dataUpdatedAt)

/** Set once the device has copies of reads: their code is then loaded first. */
export const storedReads = marked('stored-reads')
