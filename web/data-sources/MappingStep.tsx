import { dataSources } from '@ruam/contract/data-sources.ts'
import { useRead } from '../core/api.ts'
import { ErrorBanner } from '../core/ErrorBanner.tsx'
import { Bones } from './Bones.tsx'
import { MappingForm } from './MappingForm.tsx'
import type { Source } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { WizardStep } from './WizardStep.tsx'

/** The second step of the wizard: which column feeds which field. */
export function MappingStep() {
  return <WizardStep stage="mapping">{(source) => <LoadedMapping key={source.id} source={source} />}</WizardStep>
}

function LoadedMapping({ source }: { source: Source }) {
  const read = useRead(dataSources.getMapping, { params: { id: source.id } })
  if (read.data) return <MappingForm source={source} mapping={read.data} />
  return (
    <WizardFrame stage="mapping" source={source}>
      {read.error ? (
        <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
      ) : (
        <Bones />
      )}
    </WizardFrame>
  )
}
