import { activities } from '@ruam/contract/customers/activities.ts'
import { activitySettings } from '@ruam/contract/customers/older-settings.ts'

/** By which calls a screen shows and changes activity types. */
export interface TypeCalls {
  list: typeof activities.types
  create: typeof activities.createType
  update: typeof activities.updateType
  delete?: typeof activitySettings.delete
}

export const newerCalls: TypeCalls = {
  list: activities.types,
  create: activities.createType,
  update: activities.updateType,
}

/** The same bodies and answers at other addresses. */
export const olderCalls = {
  list: activitySettings.list,
  create: activitySettings.create,
  update: activitySettings.update,
  delete: activitySettings.delete,
} as unknown as TypeCalls
