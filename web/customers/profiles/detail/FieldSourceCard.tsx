import { Button } from '@mantine/core'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { useEffect } from 'react'
import { type Got, useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { useFieldText } from '../field-text.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './FieldSource.module.css'
import { useOpenProfile } from './open-profile.ts'
import { useRevert } from './use-revert.ts'

interface FieldSourceCardProps {
  fields: readonly ProfileListField[]
  onShown: () => void
  close: () => void
}

/** Source of a value, and its previous value with a revert button. */
export default function FieldSourceCard({ fields, onShown, close }: FieldSourceCardProps) {
  const profile = useOpenProfile()
  const c = useWords(common)
  const read = useRead(profileHistory.sources, { params: { id: profile.id } })
  // The card has its size once the answer is there.
  useEffect(onShown)
  if (read.error) return <p role="alert">{read.error.message}</p>
  if (!read.data) return <p role="status">{c.loading}</p>
  return fields.map((field) => (
    <div key={field.id} className={styles.one}>
      {fields.length > 1 && <h4>{field.displayName}</h4>}
      <One
        profile={profile}
        field={field}
        found={read.data.data.find(({ fieldId }) => fieldId === field.id)}
        close={close}
      />
    </div>
  ))
}

interface OneProps {
  profile: ListedProfile
  field: ProfileListField
  found: Got<typeof profileHistory.sources>['data'][number] | undefined
  close: () => void
}
function One({ profile, field, found, close }: OneProps) {
  const t = useWords(detail)
  const format = useFormat()
  const say = useSourceText()
  const fieldText = useFieldText()
  const maySeeSource = useMayOpen('data-source-v2-list-output')
  const maySeeProgram = useMayOpen('data-source-openapi-key-detail')
  const mayRevert = useMayCall(profileHistory.revert)
  const revert = useRevert(profile)
  if (!found) return <p>{t.sourceUnknown}</p>
  const { source, at, replaced } = found
  const before = replaced && (fieldText({ ...field, value: replaced.value, masked: replaced.masked }) || t.nothing)
  return (
    <>
      <strong>{say(source)}</strong>
      {source.type === 'run' && source.name && <p>{source.name}</p>}
      {at && <p>{format.dateTime(at)}</p>}
      {source.programId !== null && maySeeProgram && (
        <RouteLink
          to="data-source-openapi-key-detail"
          params={{ keyId: source.programId }}
          search={
            source.runId && source.rowNo !== null ? { tab: 'requests', run: source.runId, row: source.rowNo } : {}
          }
        >
          {t.openRequest}
        </RouteLink>
      )}
      {source.datasourceId !== null && source.programId === null && maySeeSource && (
        <RouteLink
          to="data-source-v2-list-output"
          params={{ dataSourceId: source.datasourceId }}
          search={source.runId ? { run: source.runId } : {}}
        >
          {t.openSource}
        </RouteLink>
      )}
      {replaced && (
        <div className={styles.before}>
          <span>
            <small>{t.before}</small> {before}
          </span>
          {mayRevert && !replaced.masked && (
            <Button
              variant="subtle"
              aria-label={t.revertNamed({ name: field.displayName })}
              onClick={() => {
                // The card lies above everything else, the question too.
                close()
                void revert({ changeId: replaced.changeId, field, value: replaced.value })
              }}
            >
              {t.revert}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

type ValueSource = Got<typeof profileHistory.sources>['data'][number]['source']

/** Says in words who or what wrote a value. */
function useSourceText() {
  const t = useWords(detail)
  return ({ type, name, rowNo, isItem }: ValueSource): string => {
    switch (type) {
      case 'run':
        if (rowNo === null) return t.fromFile
        return isItem ? t.fromItem({ row: rowNo }) : t.fromRow({ row: rowNo })
      case 'user':
        return name ? t.fromUser({ name }) : t.fromSomebody
      case 'api_key':
        return name ? t.fromKey({ name }) : t.fromApi
      case 'line':
        return name ? t.fromLine({ name }) : t.fromLineAny
      case 'facebook':
        return name ? t.fromFacebook({ name }) : t.fromFacebookAny
      case 'system':
        return t.fromSystem
      case 'merge':
        return t.fromMerge
      case 'undo':
        return t.fromUndo
      case 'automation':
        return name ? t.fromAutomation({ name }) : t.fromAutomationAny
    }
  }
}
