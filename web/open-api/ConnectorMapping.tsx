import { Button, NativeSelect } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconPlug } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../data/api.ts'
import { isApiError } from '../data/request.ts'
import { useWords } from '../data/text.ts'
import { MappingBody } from '../imports/data-sources/mapping/MappingBody.tsx'
import type { MappingAnswer } from '../imports/data-sources/mapping/mapping-answer.ts'
import type { MappingRequest } from '../imports/data-sources/mapping/mapping-draft.ts'
import type { MappingActivityType } from '../imports/data-sources/mapping/mapping-fields.ts'
import { StepWordsContext } from '../imports/data-sources/mapping/step-words.ts'
import { useMappingForm } from '../imports/data-sources/mapping/use-mapping-form.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { FormFoot } from '../ui/FormFoot.tsx'
import { LackedRights } from '../ui/LackedRights.tsx'
import { useLackedRights, useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import { ConnectorExample } from './ConnectorExample.tsx'
import type { Connector } from './connector.ts'
import { connectorText } from './connector-text.ts'
import { itemStepWords } from './item-mapping-text.ts'
import styles from './OpenApi.module.css'

/** The mapping step of files, over the fields of a connector's items. */
export function ConnectorMapping({ connector }: { connector: Connector }) {
  const known = connector.fields.length > 0
  const [dirty, setDirty] = useState(false)
  // Fields that come meanwhile would take away what was chosen: they are read once that is saved.
  const enabled = known && !dirty
  const read = useRead(connectors.getMapping, { params: { id: connector.id } }, { enabled, staleTime: 0 })
  const lacked = useLackedRights(activities.types)
  const types = useRead(activities.types, { query: { offset: 0, limit: -1 } }, { enabled: lacked.length === 0 })
  const error = read.error ?? types.error
  if (lacked.length > 0) return <LackedRights rights={lacked} />
  if (!known || isApiError(read.error, 'example_missing')) return <ConnectorExample id={connector.id} />
  // A mapping begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount && types.data) {
    const key = read.data.sourceSchema.map((column) => column.id).join()
    return (
      <StepWordsContext value={itemStepWords}>
        <Loaded key={key} connector={connector} mapping={read.data} types={types.data.data} onDirty={setDirty} />
      </StepWordsContext>
    )
  }
  const both = {
    error,
    refetch: () => [read.refetch(), types.refetch()],
    isFetching: read.isFetching || types.isFetching,
  }
  return error ? <Unread read={both} /> : <Bones />
}

interface LoadedProps {
  connector: Connector
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
  onDirty: (dirty: boolean) => void
}

/** The part of the address that leaves the mapping: another screen, or another tab. */
const part = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname}?${'tab' in search ? search.tab : ''}`

function Loaded({ connector, mapping, types, onDirty }: LoadedProps) {
  const n = useWords(connectorText)
  const { id } = connector
  const mayEdit = useMayCall(connectors.putMapping)
  const put = useWrite(connectors.putMapping, { quiet: true, refreshes: [connectorItems.deadLetterGroups] })
  const save = async (body: MappingRequest) => {
    try {
      await put.mutateAsync({ params: { id }, body })
    } catch {
      return false
    }
    alerts.success(n.mappingSaved)
    return true
  }
  const form = useMappingForm({ mapping, types, save, saving: put.isPending, refusal: put.error?.message, part })
  const { dirty } = form.mapper
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  return (
    <div className={styles.mapping}>
      <MappingBody
        form={form}
        mapping={mapping}
        types={types}
        rows={0}
        wideNames
        about={(offers) => (
          <>
            <FormFoot message={form.message} busy={form.saving} className={styles.mappingHead}>
              <span>
                <IconPlug size={18} stroke={1.6} /> {n.fields({ count: connector.fields.length })}
                {connector.mappingVersion > 0 && ` · ${n.version({ count: connector.mappingVersion })}`}
              </span>
              <EachChoice connector={connector} disabled={dirty} />
              {offers}
              {mayEdit && (
                <Button variant="filled" loading={form.saving} onClick={() => void form.next()}>
                  {n.saveMapping}
                </Button>
              )}
            </FormFoot>
            <FieldNotes connector={connector} />
          </>
        )}
      />
    </div>
  )
}

/** Chooses whether an item is a row, or each part of one of its arrays. */
function EachChoice({ connector, disabled }: { connector: Connector; disabled: boolean }) {
  const n = useWords(connectorText)
  const { id, arrays, each, updatedAt } = connector
  const update = useWrite(connectors.update)
  if (arrays.length === 0) return null
  return (
    <NativeSelect
      size="sm"
      aria-label={n.each}
      value={each ?? ''}
      disabled={disabled || update.isPending}
      data={[
        { value: '', label: `${n.each} ${n.eachItem}` },
        ...arrays.map((path) => ({ value: path, label: `${n.each} ${n.eachOf({ path })}` })),
      ]}
      onChange={(event) =>
        update.mutate({
          params: { id },
          body: { each: arrays.find((one) => one === event.currentTarget.value) ?? null, originTime: updatedAt },
        })
      }
    />
  )
}

/** Fields that changed since the mapping was saved, and fields that nothing takes. */
function FieldNotes({ connector: { id, fields, fieldsCapped, mapped, deadLetters } }: { connector: Connector }) {
  const n = useWords(connectorText)
  const named = (some: typeof fields) => some.map(({ path }) => path).join(', ')
  const changed = fields.filter((field) => field.changed)
  const unmapped = fields.filter((field) => !field.mapped && !field.changed)
  return (
    <>
      {deadLetters > 0 && (
        <p className={styles.warning} role="note">
          {n.deadNote({ count: deadLetters })}{' '}
          <RouteLink
            to="data-source-openapi-connector-create-edit"
            params={{ connectorId: id }}
            search={{ tab: 'failed' }}
          >
            {n.seeDead}
          </RouteLink>
        </p>
      )}
      {changed.length > 0 && (
        <p className={styles.warning} role="note">
          {n.changedFields({ names: named(changed) })}
        </p>
      )}
      {mapped && unmapped.length > 0 && <p className={styles.note}>{n.unmappedFields({ names: named(unmapped) })}</p>}
      {fieldsCapped && (
        <p className={styles.warning} role="note">
          {n.capped}
        </p>
      )}
    </>
  )
}
