import { IconChevronRight, IconFileSpreadsheet, IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { type LinkTarget, RouteLink } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { FileLimits } from './FileLimits.tsx'
import styles from './SourceKinds.module.css'

interface SourceKindsProps {
  title: string
  /** Link to the file import. */
  file: LinkTarget
}

/** The kinds of sources that customer data can come from; a kind is offered when its screen exists and may be opened. */
export function SourceKinds({ title, file }: SourceKindsProps) {
  const t = useWords(importing)
  const api: LinkTarget = { to: 'data-source-openapi-connector-create-edit' }
  const mayImport = useMayOpen(file.to)
  const mayConnect = useMayOpen(api.to)
  return (
    <div className={styles.page}>
      <h2>{title}</h2>
      <ul>
        {mayImport && (
          <Kind icon={<IconFileSpreadsheet size={24} stroke={1.6} />} name={t.fromFile} target={file}>
            <span>{t.fromFileText}</span>
            <small>
              <FileLimits />
            </small>
          </Kind>
        )}
        {mayConnect && (
          <Kind icon={<IconPlugConnected size={24} stroke={1.6} />} name={t.fromApi} target={api}>
            <span>{t.fromApiText}</span>
          </Kind>
        )}
      </ul>
    </div>
  )
}

interface KindProps {
  icon: ReactNode
  name: string
  target: LinkTarget
  children: ReactNode
}

function Kind({ icon, name, target, children }: KindProps) {
  return (
    <li>
      <RouteLink {...target} className={styles.kind}>
        {icon}
        <span className={styles.words}>
          <strong>{name}</strong>
          {children}
        </span>
        <IconChevronRight size={18} stroke={1.6} />
      </RouteLink>
    </li>
  )
}
