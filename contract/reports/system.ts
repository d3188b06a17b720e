import { z } from 'zod'
import { connectionFaultNames } from '../channels/connection.ts'
import { Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Parts of the system, in the order in which equally grave ones are listed. */
export const systemParts = ['certificate', 'disk', 'backup', 'database', 'jobs', 'line', 'mail', 'version'] as const
export type SystemPart = (typeof systemParts)[number]

/** The gravest first. `unknown`: it could not be checked within two seconds. `off`: it is not set up. */
export const systemStates = ['broken', 'now', 'soon', 'unknown', 'off', 'fine'] as const
export type SystemState = (typeof systemStates)[number]

/** Facts are null for the states `unknown` and `off`; the part is null for people who may not see it. */
const part = <T extends z.ZodRawShape>(facts: T) =>
  z.object({ state: z.enum(systemStates), facts: z.object(facts).nullable() }).nullable()

const jobKinds = ['import', 'export', 'broadcast', 'automation', 'segment', 'mail', 'other'] as const

/** Work of one kind in this store. */
const Queue = z.object({
  kind: z.enum(jobKinds),
  waiting: z.int(),
  working: z.int(),
  /** Seconds since the oldest waiting one was created; null if none waits. */
  waited: z.int().nullable(),
  /** 0 to 1, of what is at work; null if unknown. */
  progress: z.number().nullable(),
  /** Name of the data source being imported, for those who may see it. */
  name: z.string().nullable(),
})

/** Names of one word each: sentences of server and browser read them alike. */
const Parts = z.object({
  certificate: part({ host: z.string(), ends: Time.nullable(), trusted: z.boolean() }),
  disk: part({
    /** Used share of the disk, or of the room of an own database if that is fuller; 0 to 1. */
    used: z.number(),
    free: z.number(),
    size: z.number(),
    database: z.number().nullable(),
  }),
  backup: part({
    newest: Time.nullable(),
    /** The oldest file of the folder; null if this process has no folder of backups. */
    oldest: Time.nullable(),
    kept: z.int().nullable(),
    /** Newest rehearsal of a restore. */
    rehearsal: z.object({ at: Time, passed: z.boolean(), seconds: z.int() }).nullable(),
  }),
  database: part({
    ms: z.int(),
    /** Facts of this store. */
    customers: z.int(),
    /** Facts of the installation; null for people other than owners. */
    bytes: z.number().nullable(),
  }),
  jobs: part({ queues: z.array(Queue), segments: Time.nullable() }),
  line: part({
    accounts: z.int(),
    working: z.int(),
    fault: z.enum(connectionFaultNames).nullable(),
    received: Time.nullable(),
  }),
  mail: part({
    failure: z.enum(['unreachable', 'busy', 'rejected']).nullable(),
    last: Time.nullable(),
    today: z.int(),
    undelivered: z.int(),
  }),
  version: part({ version: z.string(), since: Time }),
})

const System = z.object({
  checked: Time,
  /** Requests in this store and server errors among them, in each of the last 24 hours. */
  hours: z.array(z.object({ hour: Time, requests: z.int(), errors: z.int() })),
  /** An address of the people who run the installation is set. */
  operator: z.boolean(),
  parts: Parts,
})
export type System = z.infer<typeof System>

const permission = 'store.store.edit'

/** State of the installation for one store. Disk, backups, certificate and version are shown to owners only. */
export const system = feature({
  get: {
    method: 'GET',
    path: '/system',
    summary: ['อ่านสถานะของระบบ', 'Read the state of the system'],
    permission,
    transaction: false,
    response: System,
  },
  /** Sends the report by email to the people who run the installation, once in ten minutes. */
  send: {
    method: 'POST',
    path: '/system/send',
    summary: ['ส่งสถานะของระบบทางอีเมล', 'Email the state of the system'],
    permission,
    // It holds no personal data.
    audit: false,
    response: z.object({ result: z.enum(['sent', 'sent_before', 'no_address']) }),
  },
})
