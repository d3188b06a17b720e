import { z } from 'zod'
import { byId, Id, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { messageLimits } from './messages.ts'

/** Locations of a store. A chain with more branches than this has a list of its own. */
export const MAX_SAVED_LOCATIONS = 200

const line = Text(messageLimits.place)
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => text !== '')

/** As a message shows it, within LINE's limits. */
const location = {
  title: line,
  address: line,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
}

const Location = z.object({
  id: Id,
  title: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  updated_at: Time,
})

const writes = ['cdp-core.broadcast.create', 'cdp-core.broadcast.edit'] as const

/** Locations that a store has saved for its messages. A message holds a copy: a later change of the location leaves it as it is. */
export const savedLocations = feature({
  list: {
    method: 'GET',
    path: '/broadcast/location',
    summary: ['อ่านสถานที่ที่บันทึกไว้', 'List the saved locations'],
    permission: 'cdp-core.setting-line.read',
    response: z.object({ results: z.array(Location) }),
  },
  create: {
    method: 'POST',
    path: '/broadcast/location',
    summary: ['บันทึกสถานที่', 'Save a location'],
    permission: writes,
    audit: 'broadcast_location_created',
    body: z.strictObject(location),
    response: Location,
    errors: ['name_taken', 'location_limit'],
  },
  update: {
    method: 'PUT',
    path: '/broadcast/location/{id}',
    summary: ['แก้ไขสถานที่', 'Change a saved location'],
    permission: writes,
    audit: 'broadcast_location_changed',
    params: byId,
    /** `origin_time`: updated_at as it was read. */
    body: z.strictObject(location).extend({ origin_time: TimeText }),
    response: Location,
    stale: Location,
    errors: ['name_taken'],
  },
  delete: {
    method: 'DELETE',
    path: '/broadcast/location/{id}',
    summary: ['ลบสถานที่', 'Delete a saved location'],
    permission: writes,
    audit: 'broadcast_location_deleted',
    params: byId,
  },
})
