import { systemFields } from '@ruam/contract/platform/system-fields.ts'

const ownColumn = /^field_[1-9]\d{0,8}$/
/** True for custom columns and orders. */
export const isOwnColumn = (columnId: string) => ownColumn.test(columnId)

const byColumn = new Set<string>(['updated_at', 'created_at', ...systemFields.map(({ column }) => column)])
/** True if a text names an order of the list. */
export const isListSort = (text: string): text is string => byColumn.has(text) || isOwnColumn(text)
