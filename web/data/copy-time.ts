import { marked } from './storage.ts'

/** Time of an answer that is a copy of this device: older than any other, so it is read again. */
export const COPY_TIME = 1

/** True for a read that shows a copy, which lacks sensitive values: nothing may be changed over it. */
export const isCopy = ({ dataUpdatedAt }: { dataUpdatedAt: number }) => dataUpdatedAt === COPY_TIME

/** Set once the device has copies of reads: their code is then loaded first. */
export const storedReads = marked('stored-reads')
