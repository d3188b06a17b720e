import { activities } from '@ruam/contract/customers/activities.ts'
import { useFieldText } from '../../../customers/profiles/field-text.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { recordText } from '../record-text.ts'
import type { RunRecord } from '../use-source.ts'
import styles from './RecordDetail.module.css'

type Activity = NonNullable<NonNullable<RunRecord['change']>['activity']>

/** The activity that a row adds to the customer. */
export function RecordActivity({ activity }: { activity: Activity }) {
  const t = useWords(recordText)
  const format = useFormat()
  const fieldText = useFieldText()
  const types = useRead(activities.types, { query: { offset: 0, limit: -1 } })
  const type = types.data?.data.find(({ id }) => id === activity.activityId)
  const fields = new Map(type?.fields.map((field) => [field.id, field]))
  const filled = activity.fields.filter(
    ({ id, value }) => value !== null && fields.get(id)?.fieldType !== 'system_activity',
  )
  return (
    <div className={styles.box}>
      <table>
        <thead>
          <tr>
            <th scope="col">{type ? t.addsActivity({ name: type.name }) : t.addsActivityUnnamed}</th>
            <th scope="col" style={{ width: '62%' }}>
              {t.value}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t.activityAt}</th>
            <td className={styles.after}>{format.dateTime(activity.activityAt)}</td>
          </tr>
          {filled.map(({ id, name, value }) => (
            <tr key={id}>
              <th scope="row">{fields.get(id)?.displayName ?? name}</th>
              <td className={styles.after}>
                {fieldText({ name, dataType: fields.get(id)?.dataType ?? 'String', value })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
