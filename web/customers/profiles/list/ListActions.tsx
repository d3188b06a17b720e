import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { type ComponentProps, Suspense } from 'react'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { text } from '../text.ts'
import { listText } from './list-text.ts'

interface CreateButtonProps {
  /** Reason why no customer can be added now. */
  locked: string | undefined
  onCreate: () => void
  /** True next to a more important button. */
  plain?: boolean
}

/** Adds a customer by hand. */
export function CreateButton({ locked, onCreate, plain }: CreateButtonProps) {
  const t = useWords(listText)
  if (!useMayCall(profiles.create)) return null
  return (
    <Button
      variant={plain ? 'default' : 'filled'}
      disabled={locked !== undefined}
      title={locked}
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onClick={onCreate}
    >
      {t.create}
    </Button>
  )
}

/** Leads to the import; the first step of an empty store. */
export function ImportButton({ filled }: { filled: boolean }) {
  const t = useWords(text)
  if (!useMayOpen('data-source-import')) return null
  return (
    <Button
      component={RouteLink}
      to="data-source-import"
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconFileImport size={16} stroke={1.6} />}
    >
      {t.importData}
    </Button>
  )
}

const ListWays = lazyPart(() => import('./ListWays.tsx'))
const ExportPeople = lazyPart(() => import('../../../background/exports/ExportPeople.tsx'))
export type Exporting = ComponentProps<typeof ExportPeople>

/** The way to a file of those whom the list shows. */
export const ExportAction = (props: Exporting) => (
  <Suspense>
    <ExportPeople {...props} />
  </Suspense>
)

/** At the right of the views: the way to likely duplicates, to the import, and to a new customer. */
export function ListActions({
  exporting,
  short,
  ...props
}: CreateButtonProps & { exporting: Exporting | undefined; short: boolean }) {
  const mayCreate = useMayCall(profiles.create)
  return (
    <>
      {!short && exporting && (
        <Suspense>
          <ListWays />
        </Suspense>
      )}
      {exporting && <ExportAction {...exporting} />}
      {!(short && mayCreate) && <ImportButton filled={!mayCreate} />}
      <CreateButton {...props} />
    </>
  )
}
