import { z } from 'zod'
import { byId, Id, IdText, Name, Text, Time, TimeText } from '../platform/common.ts'
import { MAX_PHOTO_BYTES } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'
import { isPlainText } from '../platform/names.ts'
import { timeZones } from '../platform/time-zones.ts'
import { DpaStatus } from './dpa.ts'
import { roleHomes } from './preset-roles.ts'

const Line = Text(200)
  .transform((text) => text.trim().normalize('NFC'))
  .refine(isPlainText)

/** Names of IANA that PostgreSQL knows as well. */
const TimeZone = Text(100).refine((name) => timeZones.includes(name))

const Address = z.strictObject({
  line: Line.default(''),
  sub_district: Line.default(''),
  district: Line.default(''),
  /** Id from the location calls. */
  province_id: Id.nullable().default(null),
  postal_code: z
    .string()
    .regex(/^(\d{5})?$/)
    .default(''),
})

/** Settings of a store. */
const Store = z.object({
  id: Id,
  name: z.string(),
  business_type: z.string(),
  /** As +66..., or the bare digits of a number whose country is not known. */
  phone: z.string().nullable(),
  tax_id: z.string().nullable(),
  address: z.object({
    line: z.string(),
    sub_district: z.string(),
    district: z.string(),
    province_id: Id.nullable(),
    postal_code: z.string(),
  }),
  time_zone: z.string(),
  /** Languages of the store; the first is the default of its members. */
  languages: z.array(z.enum(['th', 'en'])),
  era: z.enum(['ce', 'be']),
  /** True if the title of a browser's tab shows the name of the open customer. */
  names_in_tabs: z.boolean(),
  /** A data address. */
  photo: z.string().nullable(),
  updated_at: Time,
})

const Rights = z.object({ roles: z.array(z.string()), permissions: z.array(z.string()), dpa_status: DpaStatus })

/** First screen of the caller's role. */
const home = z.enum(roleHomes)

export const stores = feature({
  /** Exchanges the person's token for one of this store; every store call carries that one. */
  token: {
    method: 'POST',
    path: '/stores/auth/token',
    summary: ['เข้าร้าน', 'Open a store'],
    permission: 'person',
    // The sign-in before it is written down.
    audit: false,
    body: z.strictObject({ id: Id }),
    response: Rights.extend({ token: z.string(), expires_in: z.int() }),
    errors: ['passkey_required'],
  },
  /** With what the caller may do there at this moment, and how the store stands to the agreement. */
  get: {
    method: 'GET',
    path: '/stores/{id}',
    summary: ['อ่านข้อมูลร้าน', 'Read a store'],
    permission: 'member',
    beforeDpa: true,
    params: byId,
    response: Store.extend({
      ...Rights.shape,
      home,
      /** Optional features enabled by the server's settings; `sandbox`: the store is a sandbox. */
      flags: z.object({ api_connector: z.boolean(), facebook: z.boolean(), sandbox: z.boolean() }),
    }),
  },
  /** The second half of that alone: open tabs ask again and again. */
  rights: {
    method: 'GET',
    path: '/stores/{id}/rights',
    summary: ['อ่านสิทธิ์ของคุณในร้าน', 'Read your permissions in a store'],
    permission: 'member',
    beforeDpa: true,
    params: byId,
    response: Rights.extend({ home }),
  },
  /** Saves what is given and leaves the rest. */
  update: {
    method: 'PUT',
    path: '/stores/store/v2',
    summary: ['แก้ไขข้อมูลร้าน', 'Change the store'],
    permission: 'store.store.edit',
    audit: 'store_changed',
    body: z.strictObject({
      name: Name.optional(),
      business_type: Line.optional(),
      /** As people write it; empty for none. */
      phone: Text(50).optional(),
      tax_id: Text(50).optional(),
      address: Address.optional(),
      time_zone: TimeZone.optional(),
      languages: z
        .array(z.enum(['th', 'en']))
        .min(1)
        .max(2)
        .refine((languages) => new Set(languages).size === languages.length)
        .optional(),
      era: z.enum(['ce', 'be']).optional(),
      names_in_tabs: z.boolean().optional(),
      /** Takes the photo away; a new one comes by the upload. */
      photo: z.null().optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Store,
    stale: Store,
    errors: ['phone_invalid', 'tax_id_invalid'],
  },
  /** Creates a further store for an owner, with the preset roles and no agreement yet. */
  create: {
    method: 'POST',
    path: '/stores',
    summary: ['สร้างร้าน', 'Create a store'],
    permission: 'person',
    audit: 'store_made',
    body: z.strictObject({ name: Name }),
    response: z.object({ id: Id, name: z.string() }),
    errors: ['stores_for_owners'],
  },
  /** Creates a sandbox store for an owner: sample data, no real channel, one a person, deleted after 30 days without use. */
  sandbox: {
    method: 'POST',
    path: '/stores/sandbox',
    summary: ['สร้างร้านทดลอง', 'Create a sandbox store'],
    permission: 'person',
    audit: 'store_made',
    response: z.object({ id: Id, name: z.string() }),
    errors: ['stores_for_owners', 'sandbox_exists'],
  },
  /** By an owner, who has typed its name. It is locked at once and gone after STORE_RETENTION_DAYS. */
  delete: {
    method: 'DELETE',
    path: '/stores/{id}',
    summary: ['ลบร้าน', 'Delete a store'],
    permission: 'member',
    beforeDpa: true,
    audit: 'store_deleted',
    params: byId,
    body: z.strictObject({ name: Text(1000) }),
    errors: ['store_name_wrong'],
  },
  /** By an owner, until it is gone. */
  restore: {
    method: 'POST',
    path: '/stores/{id}/restore',
    summary: ['กู้คืนร้านที่ลบ', 'Restore a deleted store'],
    permission: 'person',
    audit: 'store_restored',
    params: byId,
    errors: ['sandbox_exists'],
  },
  /** Gives the store a photo, at once: it is no part of what origin_time guards. */
  photo: {
    method: 'POST',
    path: '/stores/file-upload',
    summary: ['อัปโหลดรูปของร้าน', 'Upload the photo of the store'],
    permission: 'store.store.edit',
    audit: 'store_photo_changed',
    upload: 'multipart',
    uploadField: 'photo',
    uploadBytes: MAX_PHOTO_BYTES,
    response: z.object({ photo: z.string() }),
    errors: ['photo_invalid', 'too_large', 'storage_full'],
  },
})

export const users = feature({
  /** The stores a person belongs to, with the roles held there. */
  stores: {
    method: 'GET',
    path: '/users/{user_id}/user-stores',
    summary: ['อ่านรายการร้านของผู้ใช้', 'List the stores of a person'],
    permission: 'person',
    params: z.strictObject({ user_id: IdText }),
    response: z.object({
      data: z.array(
        z.object({
          id: Id,
          store: z.object({ id: Id, name: z.string() }),
          roles: z.array(z.string()),
          /** For deleted stores that their owner can restore. */
          deleted_at: Time.nullable(),
          /** While the store's database is away: it can be opened later. */
          away: z.literal(true).optional(),
          sandbox: z.literal(true).optional(),
        }),
      ),
      total: z.int(),
    }),
  },
})
