import { useWords } from '../../data/text.ts'
import { areaText } from './area-text.ts'
import { letterOf, type Rectangle, type Size } from './areas.ts'
import styles from './TapPicture.module.css'

interface TapPictureProps {
  src: string | undefined
  /** Name of the picture, also shown while there is none. */
  name: string
  picture: Size
  areas: readonly (Rectangle & { label: string })[]
  /** Called with the place of a tapped area; without it nothing is tapped. */
  onTap?: ((index: number) => void) | undefined
}

/** A picture whose areas are tapped, as LINE shows it. */
export function TapPicture({ src, name, picture, areas, onTap }: TapPictureProps) {
  const t = useWords(areaText)
  const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`
  return (
    <div className={styles.picture} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
      {src ? <img src={src} alt={name} /> : <span>{name}</span>}
      {onTap &&
        areas.map(({ x, y, width, height, label }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other key than their place
            key={index}
            type="button"
            aria-label={t.tryOf({ letter: letterOf(index), label })}
            style={{
              left: share(x, picture.width),
              top: share(y, picture.height),
              width: share(width, picture.width),
              height: share(height, picture.height),
            }}
            onClick={() => onTap(index)}
          />
        ))}
    </div>
  )
}
