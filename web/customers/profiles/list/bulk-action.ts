import type { profileBulk } from '@ruam/contract/customers/bulk.ts'
import type { Sending } from '../../../data/api.ts'

type BulkBody = Sending<typeof profileBulk.preview>['body']
export type BulkTarget = BulkBody['target']
export type BulkAction = BulkBody['action']
export type BulkKind = BulkAction['type']
