import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { BackupBucket } from '../core/config.ts'
import { syncFolder } from '../database/postgres/files.ts'
import { type Bucket, openBucket } from './bucket.ts'

/** A file that is being written. It has its name only once it is whole and stored. */
export interface NewFile {
  write(bytes: Buffer): Promise<void>
  finish(): Promise<void>
  /** Leaves nothing behind. A second call does nothing. */
  discard(): Promise<void>
}

/** Place of backups and of the archive: a folder, or a bucket below a prefix. Names may have slashes. */
export interface BackupPlace {
  /** Its address, as people write it. */
  title: string
  /** Makes the folder, readable by its owner alone. */
  prepare(): Promise<void>
  /** Names directly below a folder that begin with `start`, in their order. */
  names(start: string): Promise<string[]>
  begin(name: string): Promise<NewFile>
  read(name: string): AsyncIterable<Buffer>
  remove(name: string): Promise<void>
  /** Removes unfinished files of killed processes, whose names `isOurs` accepts. */
  removeUnfinished(isOurs: (name: string) => boolean): Promise<void>
  address(name: string): string
}

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

export const isS3Address = (text: string) => text.startsWith('s3://')

/** Opens the place that an address names: `s3://bucket/prefix`, or a folder. */
export async function openBackupPlace(address: string, settings: BackupBucket): Promise<BackupPlace> {
  if (!isS3Address(address)) return folderPlace(resolve(address))
  const [, bucket, path = ''] = S3_ADDRESS.exec(address) ?? []
  if (!bucket) throw new Error(`${address} is no address of a bucket: write s3://<bucket>/<prefix>.`)
  return bucketPlace(await openBucket({ ...settings, bucket }), `s3://${bucket}`, path.replace(/\/+$/, ''))
}

const PARTIAL = /^\.(.+)-[0-9a-f]{8}\.partial$/

/** A folder on this machine or mounted there. */
export function folderPlace(folder: string): BackupPlace {
  const at = (name: string) => join(folder, name)
  const inFolder = (path: string) =>
    readdir(path).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT' && path !== folder) return []
      throw error
    })
  return {
    title: folder,
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw new Error(`The folder ${folder} for backups can't be made (${error.code}): choose another one.`)
      })
    },
    async names(start) {
      const below = start.slice(0, start.lastIndexOf('/') + 1)
      return (await inFolder(below ? at(below) : folder))
        .map((name) => below + name)
        .filter((name) => name.startsWith(start) && !basename(name).startsWith('.'))
        .toSorted()
    },
    async begin(name) {
      const path = at(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const partial = join(dirname(path), `.${basename(name)}-${randomBytes(4).toString('hex')}.partial`)
      const file = await open(partial, 'wx', 0o600)
      const discard = async () => {
        await file.close().catch(() => {})
        await rm(partial, { force: true })
      }
      return {
        async write(bytes) {
          // A full disk may take some of them without an error.
          for (let rest = bytes; rest.length > 0; ) rest = rest.subarray((await file.write(rest)).bytesWritten)
        },
        async finish() {
          await file.sync()
          await file.close()
          await rename(partial, path)
          await syncFolder(dirname(path))
        },
        discard,
      }
    },
    read: (name) => createReadStream(at(name), { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>,
    remove: (name) => rm(at(name), { force: true }),
    async removeUnfinished(isOurs) {
      for (const name of await inFolder(folder)) {
        const whole = PARTIAL.exec(name)?.[1]
        if (whole !== undefined && isOurs(whole)) await rm(at(name), { force: true })
      }
    },
    address: at,
  }
}

/** Bytes of a part: 10,000 of them are the largest object, 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** A bucket below a prefix. */
function bucketPlace(bucket: Bucket, address: string, path: string): BackupPlace {
  const prefix = path && `${path}/`
  return {
    title: `${address}/${path}`,
    prepare: async () => {},
    async names(start) {
      const found: string[] = []
      for await (const page of bucket.list(prefix + start))
        for (const { key } of page) if (!key.slice(prefix.length + start.length).includes('/')) found.push(key)
      return found.map((key) => key.slice(prefix.length)).toSorted()
    },
    async begin(name) {
      const source = new PassThrough()
      // An upload that fails ends the next write, or `finish`.
      let failure: unknown
      const stored = bucket.put(prefix + name, source, Number.POSITIVE_INFINITY, PART_BYTES).catch((error: unknown) => {
        failure = error
      })
      return {
        async write(bytes) {
          if (failure) throw failure
          if (source.write(bytes)) return
          await Promise.race([new Promise((drained) => source.once('drain', drained)), stored])
          if (failure) throw failure
        },
        async finish() {
          source.end()
          await stored
          if (failure) throw failure
        },
        async discard() {
          // Ends the upload, which deletes its parts.
          source.destroy(new Error('The backup was not finished.'))
          await stored
        },
      }
    },
    read: (name) => bucket.read(prefix + name, 0) as AsyncIterable<Buffer>,
    remove: (name) => bucket.remove(prefix + name),
    removeUnfinished: (isOurs) =>
      bucket.removeParts(Number.POSITIVE_INFINITY, (key) => key.startsWith(prefix) && isOurs(key.slice(prefix.length))),
    address: (name) => `${address}/${prefix}${name}`,
  }
}
