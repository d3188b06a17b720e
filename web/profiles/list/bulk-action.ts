import type { profileBulk } from '@ruam/contract/profile-bulk.ts'
import type { Sending } from '../../core/api.ts'

type BulkBody = Sending<typeof profileBulk.preview>['body']
export type BulkTarget = BulkBody['target']
export type BulkAction = BulkBody['action']
export type BulkKind = BulkAction['type']
