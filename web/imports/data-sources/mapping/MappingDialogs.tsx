import { JoinOrderDialog } from './JoinOrderDialog.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import { type Draft, feedersOf } from './mapping-draft.ts'
import {
  isContactKey,
  type MappingActivityType,
  type TargetFields,
  type TargetKey,
  targetKey,
} from './mapping-fields.ts'
import { NewActivityTypeDialog } from './NewActivityTypeDialog.tsx'
import { NewFieldDialog } from './NewFieldDialog.tsx'

/** Record being created or edited from the mapping step. */
export type OpenEditor =
  | { what: 'field'; column: string; place: number; of: 'profile' | 'activity'; asKey?: true }
  | { what: 'order'; key: TargetKey }
  | { what: 'type' }

interface MappingDialogsProps {
  making: OpenEditor
  mapping: MappingAnswer
  draft: Draft
  fields: TargetFields
  onClose: () => void
  onField: (column: string, place: number, key: TargetKey, id: number) => void
  onOrder: (key: TargetKey, columns: string[]) => void
  onType: (type: MappingActivityType) => void
}

/** The dialog that is open. */
export function MappingDialogs(props: MappingDialogsProps) {
  const { making, mapping, draft, fields, onClose } = props
  switch (making.what) {
    case 'field': {
      const { column, place, of } = making
      const header = mapping.sourceSchema.find(({ id }) => id === column)?.name ?? ''
      const dataType = mapping.sourceMapping.find((one) => one.sourceSchemaId === column)?.dataType ?? 'String'
      return (
        <NewFieldDialog
          header={header}
          dataType={dataType}
          activityType={of === 'activity' ? (draft.activity ?? undefined) : undefined}
          onClose={onClose}
          onCreated={(id) =>
            props.onField(column, place, targetKey(of === 'activity' ? 'custom_activity' : 'custom_profile', id), id)
          }
        />
      )
    }
    case 'order':
      return (
        <JoinOrderDialog
          field={fields.get(making.key)?.displayName ?? ''}
          contacts={isContactKey(making.key)}
          columns={feedersOf(draft).get(making.key) ?? []}
          mapping={mapping}
          onClose={onClose}
          onSave={(columns) => props.onOrder(making.key, columns)}
        />
      )
    case 'type':
      return <NewActivityTypeDialog onClose={onClose} onCreated={props.onType} />
  }
}
