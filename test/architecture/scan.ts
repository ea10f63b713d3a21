import { parseSync, Visitor } from "vite"
import type { SourceFile } from "./tree.ts"

export interface Import {
  specifier: string
  /** Whether it disappears when types are stripped. */
  typeOnly: boolean
  /** Names of the other file's exports that are imported; "*" for all of them, "default" for its default export. */
  names: string[]
  line: number
}

export interface Export {
  name: string
  line: number
}

/** What the rules need to know about one file. Line numbers start at 1. */
export interface Scan {
  path: string
  imports: Import[]
  exports: Export[]
  /** Lines that read process.env. */
  environment: number[]
  /** Lines that read the time of day: Date.now(), new Date(), Date(), Temporal.Now. */
  clock: number[]
  defaultExports: number[]
  /** Whether the file does nothing but pass on the exports of others. */
  onlyReexports: boolean
}

/** Reads one file with the parser of the build (Oxc); throws when it cannot be parsed. */
export function scan(file: SourceFile): Scan {
  const { program, errors } = parseSync(file.path, file.text)
  const [error] = errors
  if (error) throw new Error(`${file.path}: ${error.message}`)
  const line = (at: { start: number }) => file.text.slice(0, at.start).split("\n").length
  const found: Scan = {
    path: file.path,
    imports: [],
    exports: [],
    environment: [],
    clock: [],
    defaultExports: [],
    onlyReexports: program.body.length > 0 && program.body.every(isReexport),
  }
  const addImport = (source: Node, typeOnly: boolean, names: string[]) => {
    const specifier = literal(source)
    if (specifier !== undefined) found.imports.push({ specifier, typeOnly, names, line: line(source) })
  }
  for (const statement of program.body) {
    for (const name of exportedNames(statement)) found.exports.push({ name, line: line(statement) })
  }
  new Visitor({
    ImportDeclaration(node) {
      addImport(node.source, node.importKind === "type", node.specifiers.map(importedName))
    },
    ExportNamedDeclaration(node) {
      const names = node.specifiers.map(({ local }) => nameOf(local))
      if (node.source) addImport(node.source, node.exportKind === "type", names)
    },
    ExportAllDeclaration(node) {
      addImport(node.source, node.exportKind === "type", ["*"])
    },
    ExportDefaultDeclaration(node) {
      found.defaultExports.push(line(node))
    },
    ImportExpression(node) {
      addImport(node.source, false, ["*"])
    },
    TSImportType(node) {
      addImport(node.source, true, ["*"])
    },
    CallExpression(node) {
      const callee = text(node.callee)
      const [first] = node.arguments
      if (callee === "require" && first) addImport(first, false, ["*"])
      if (callee === "Date" || callee === "Date.now") found.clock.push(line(node))
    },
    NewExpression(node) {
      if (text(node.callee) === "Date" && node.arguments.length === 0) found.clock.push(line(node))
    },
    MemberExpression(node) {
      const name = text(node)
      if (name === "process.env") found.environment.push(line(node))
      if (name === "Temporal.Now") found.clock.push(line(node))
    },
    VariableDeclarator(node) {
      if (node.init && node.id.type === "ObjectPattern" && text(node.init) === "process") {
        const takesEnvironment = node.id.properties.some(
          (property) => property.type === "RestElement" || text(property.key) === "env",
        )
        if (takesEnvironment) found.environment.push(line(node))
      }
    },
  }).visit(program)
  const processModule = found.imports.find((one) => /^(node:)?process$/.test(one.specifier))
  if (processModule) found.environment.push(processModule.line)
  return found

  function text(node: Node): string {
    return file.text
      .slice(node.start, node.end)
      .replace(/\?\.|\s/g, (part) => (part === "?." ? "." : ""))
      .replace(/^globalThis\./, "")
  }
}

interface Node {
  type: string
  start: number
  end: number
}

function literal(node: Node): string | undefined {
  if (node.type === "Literal" && "value" in node && typeof node.value === "string") return node.value
  return undefined
}

function isReexport(node: Node & { source?: unknown }): boolean {
  return /^Export(Named|All)Declaration$/.test(node.type) && Boolean(node.source)
}

function importedName(specifier: Node): string {
  if ("imported" in specifier) return nameOf(specifier.imported as Node)
  return specifier.type === "ImportDefaultSpecifier" ? "default" : "*"
}

/** Of an identifier, or of a name that is written as text. */
function nameOf(node: Node): string {
  return "name" in node ? String(node.name) : (literal(node) ?? "")
}

interface Statement extends Node {
  declaration?: (Node & { id?: Node | null; declarations?: { id: Node }[] }) | null
  specifiers?: (Node & { exported?: Node })[]
}

/** The names that a statement of a module exports. `export *` yields none. */
function exportedNames(statement: Statement): string[] {
  if (statement.type === "ExportDefaultDeclaration") return ["default"]
  if (statement.type !== "ExportNamedDeclaration") return []
  const { declaration, specifiers = [] } = statement
  const declared = declaration?.declarations?.map(({ id }) => id) ?? (declaration?.id ? [declaration.id] : [])
  return [
    ...declared.flatMap(boundNames),
    ...specifiers.flatMap(({ exported }) => (exported ? [nameOf(exported)] : [])),
  ]
}

/** Names that a declaration binds, whether it takes something apart or not. */
function boundNames(pattern: Node): string[] {
  if ("properties" in pattern) {
    return (pattern.properties as { value?: Node; argument?: Node }[]).flatMap(({ value, argument }) =>
      boundNames((value ?? argument) as Node),
    )
  }
  if ("elements" in pattern)
    return (pattern.elements as (Node | null)[]).flatMap((one) => (one ? boundNames(one) : []))
  if ("left" in pattern) return boundNames(pattern.left as Node)
  return [nameOf("argument" in pattern ? (pattern.argument as Node) : pattern)]
}
