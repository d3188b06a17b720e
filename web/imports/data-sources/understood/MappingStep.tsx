import { activities } from '@ruam/contract/customers/activities.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useRead } from '../../../data/api.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { SourceUnread } from '../SourceUnread.tsx'
import type { DataSourceOfStore } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { WizardStep } from '../WizardStep.tsx'
import { MappingForm } from './MappingForm.tsx'

/** The second step of the wizard: which column feeds which field. */
export function MappingStep() {
  return <WizardStep stage="mapping">{(source) => <LoadedMapping key={source.id} source={source} />}</WizardStep>
}

function LoadedMapping({ source }: { source: DataSourceOfStore }) {
  const read = useRead(dataSources.getMapping, { params: { id: source.id } })
  const types = useRead(activities.types, { query: { offset: 0, limit: -1 } })
  const error = read.error ?? types.error
  if (read.data && types.data) return <MappingForm source={source} mapping={read.data} types={types.data.data} />
  return (
    <WizardFrame stage="mapping" source={source}>
      {error ? (
        <SourceUnread
          read={{
            error,
            refetch: () => [read.refetch(), types.refetch()],
            isFetching: read.isFetching || types.isFetching,
          }}
        />
      ) : (
        <Bones />
      )}
    </WizardFrame>
  )
}
