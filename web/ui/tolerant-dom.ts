/**
 * Has the page survive translators of browsers, which put `<font>` elements in the place of its texts: React would fail to remove a text, or
 * to insert before it, and the whole screen would go. Call it before React renders.
 */
export function tolerateTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    standIn(child, this)?.remove()
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(added: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? standIn(before, this) : before
    return insertBefore.call(this, added, place) as T
  }
}

/** Child of `parent` that a translator put around a node, or in its place if only one can be meant. */
function standIn(node: Node, parent: Node): ChildNode | null {
  for (let around: Node | null = node; around; around = around.parentNode)
    if (around.parentNode === parent) return around as ChildNode
  const fonts = [...parent.childNodes].filter(({ nodeName }) => nodeName === 'FONT')
  return fonts.length === 1 ? fonts[0]! : null
}
