import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { authorOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { JobRow } from '../../jobs/queries.ts'
import type { MadeFile } from './make-file.ts'
import { type ExportRow, findExport } from './queries.ts'
import type { ExportRequest } from './request.ts'

/** The size and kind of an exported file, for the audit log. */
export const fileDetails = ({ type, file_type, rows, size, rights }: ExportRow) => ({
  type,
  file_type,
  rows,
  size,
  sensitive: rights.includes('cdp-core.profile-sensitive.read'),
})

/** Writes a finished export into the audit log, in the transaction that ends its job. */
export async function auditExport(db: Db, storeId: number, { id, created_by, request, result }: JobRow): Promise<void> {
  const item = await findExport(db, storeId, id)
  if (!item) return
  await audit(db, storeId, authorOf(created_by), null, {
    action: 'export_completed',
    subject_type: 'export',
    subject_id: id,
    details: {
      ...fileDetails(item),
      columns: (result as MadeFile).columns,
      ...selectionOf(request as ExportRequest),
    },
  })
}

/** Describes how an export selects its rows: label ids of its rule, and which filters were set. Never their values. */
export function selectionOf({ filter, narrowed, activity_id, run }: ExportRequest) {
  const rules = filter?.rule ? rulesIn(filter.rule) : []
  const labels = rules.flatMap((rule) => (rule.kind === 'label' ? rule.label_ids : []))
  // Every customer of the file has one of these labels.
  const only = rules.length === 1 && rules[0]!.kind === 'label' && rules[0]!.operator === 'has_any'
  return {
    filtered: filter !== undefined || narrowed !== undefined,
    keyword: Boolean(filter?.keyword ?? narrowed?.keyword),
    ...(labels.length > 0 && { labels: labels.join(','), ...(only && { from_labels: true }) }),
    ...(activity_id !== undefined && { activity_type: activity_id }),
    ...(run && { run: run.id, status: run.status }),
  }
}

const rulesIn = (rule: Rule | RuleGroup): Rule[] => ('rules' in rule ? rule.rules.flatMap(rulesIn) : [rule])
