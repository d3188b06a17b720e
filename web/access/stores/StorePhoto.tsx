import { IconBuildingStore } from '@tabler/icons-react'
import styles from './Settings.module.css'

/** The picture of a store, or what stands for it. */
export function StorePhoto({ photo, name }: { photo: string | null; name: string }) {
  if (photo) return <img className={styles.photo} src={photo} alt={name} />
  return (
    <span className={styles.photo}>
      <IconBuildingStore size={32} stroke={1.4} />
    </span>
  )
}
