// Plain JavaScript, so that a Node too old for TypeScript still says why it can't go on.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Ruam runs on Node 24 or later, and this is ${process.version}. Start it with \`npm start\`, which brings its own.`,
  )
  process.exit(1)
}
