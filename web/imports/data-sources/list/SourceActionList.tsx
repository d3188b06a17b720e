import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { IconDownload, IconFileUpload, IconListDetails, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { isReplaceable, isUnfinished, stageOf, stageTarget } from '../stages.ts'
import { text } from '../text.ts'
import { useDelete } from '../use-delete.ts'
import { useDownload } from '../use-download.ts'
import { sourceList } from './list-text.ts'
import type { SourceRow } from './source-row.ts'

const icon = { size: 16, stroke: 1.6 }

interface SourceActionListProps {
  source: SourceRow
  onNewFile: (source: SourceRow) => void
  /** Something was chosen. */
  onDone: () => void
}

/** Permitted actions on a data source in its status. */
export function SourceActionList({ source, onNewFile, onDone }: SourceActionListProps) {
  const t = useWords(importing)
  const l = useWords(sourceList)
  const s = useWords(text)
  const c = useWords(common)
  const mayImport = useMayOpen('data-source-import')
  const mayUpload = useMayCall(files.import)
  const mayReplace = useMayCall(dataSources.putFile)
  const mayDelete = useMayCall(dataSources.delete)
  const remove = useDelete()
  const file = useDownload(dataSources.downloadFile)
  const { id, status } = source
  const hasFile = source.type === 'local_file'
  return (
    <ul>
      {mayImport && isUnfinished(status) && (
        <li>
          <RouteLink {...stageTarget(stageOf(status), id)}>
            <IconPlayerPlay {...icon} />
            {s.goOn}
          </RouteLink>
        </li>
      )}
      <li>
        <RouteLink to="data-source-v2-list-output" params={{ dataSourceId: id }}>
          <IconListDetails {...icon} />
          {l.seeResult}
        </RouteLink>
      </li>
      {mayUpload && mayReplace && hasFile && isReplaceable(status) && (
        <MenuAction icon={IconFileUpload} label={t.newFile} close={onDone} onAct={() => onNewFile(source)} />
      )}
      {hasFile && (
        <MenuAction
          icon={IconDownload}
          label={l.downloadFile}
          close={onDone}
          onAct={() => file.start({ params: { id } })}
        />
      )}
      {mayDelete && source.origin !== 'program' && (
        <MenuAction icon={IconTrash} label={c.delete} close={onDone} onAct={() => remove(source)} danger />
      )}
    </ul>
  )
}
