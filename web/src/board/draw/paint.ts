/**
 * A scene in the document: SVG elements by layer and key. Only what changed is touched: elements
 * that are the same object as last time are passed over, of others only the attributes that
 * differ from those that were set last.
 */
import './board.css';
import type { Attributes, SceneElement } from './canvas';
import type { Scene } from './scene';

const SVG = 'http://www.w3.org/2000/svg';

interface Painted {
  element: SceneElement;
  node: SVGElement;
}
interface PaintedLayer {
  node: SVGGElement;
  elements: readonly SceneElement[];
  byKey: Map<string, Painted>;
}
interface Picture {
  box: string;
  layers: Map<string, PaintedLayer>;
}

const pictures = new WeakMap<SVGSVGElement, Picture>();

/** Paint a scene, or the part of it that `box` shows. What others put into the SVG stays. */
export function paint(svg: SVGSVGElement, scene: Scene, box: Scene['box'] = scene.box): void {
  const picture = pictures.get(svg) ?? begin(svg);
  const shown = box.map((value) => Math.round(value * 100) / 100).join(' ');
  if (picture.box !== shown) {
    svg.setAttribute('viewBox', shown);
    picture.box = shown;
  }
  const gone = new Set(picture.layers.keys());
  let before: SVGGElement | null = null;
  for (const { name, elements } of scene.layers) {
    gone.delete(name);
    let layer = picture.layers.get(name);
    if (!layer) {
      layer = layerOf(name);
      picture.layers.set(name, layer);
    }
    const place: Element | null = before ? before.nextElementSibling : svg.firstElementChild;
    if (place !== layer.node) svg.insertBefore(layer.node, place);
    paintLayer(layer, elements);
    before = layer.node;
  }
  for (const name of gone) paintLayer(picture.layers.get(name)!, []);
}

/** The node of an element that has been painted. */
export function nodeOf(svg: SVGSVGElement, layer: string, key: string): SVGElement | null {
  return pictures.get(svg)?.layers.get(layer)?.byKey.get(key)?.node ?? null;
}

function begin(svg: SVGSVGElement): Picture {
  const picture: Picture = { box: '', layers: new Map() };
  pictures.set(svg, picture);
  svg.classList.add('board-picture');
  return picture;
}

function layerOf(name: string): PaintedLayer {
  const node = document.createElementNS(SVG, 'g');
  node.setAttribute('data-layer', name);
  return { node, elements: [], byKey: new Map() };
}

function paintLayer(layer: PaintedLayer, elements: readonly SceneElement[]): void {
  if (layer.elements === elements) return;
  const left = layer.byKey;
  const byKey = new Map<string, Painted>();
  for (const element of elements) {
    let painted = left.get(element.key);
    if (!painted) painted = { element, node: create(element) };
    else left.delete(element.key);
    if (painted.element !== element) painted = { element, node: renew(painted, element) };
    byKey.set(element.key, painted);
  }
  for (const { node } of left.values()) node.remove();
  let place = layer.node.firstChild;
  for (const { node } of byKey.values()) {
    if (node === place) place = place.nextSibling;
    else layer.node.insertBefore(node, place);
  }
  layer.byKey = byKey;
  layer.elements = elements;
}

function create(element: SceneElement): SVGElement {
  const node = document.createElementNS(SVG, element.tag) as SVGElement;
  for (const [name, value] of Object.entries(element.attrs)) node.setAttribute(name, `${value}`);
  if (element.text !== undefined) node.textContent = element.text;
  for (const child of element.children ?? []) node.append(create(child));
  return node;
}

/** Change a node into what an element says; another tag needs another node. */
function renew({ element: old, node }: Painted, element: SceneElement): SVGElement {
  if (old.tag !== element.tag) {
    const other = create(element);
    node.replaceWith(other);
    return other;
  }
  renewAttributes(node, old.attrs, element.attrs);
  if (element.text !== old.text) node.textContent = element.text ?? '';
  renewChildren(node, old.children ?? [], element.children ?? []);
  return node;
}

function renewAttributes(node: SVGElement, old: Attributes, attrs: Attributes): void {
  for (const name in attrs) {
    if (old[name] !== attrs[name]) node.setAttribute(name, `${attrs[name]}`);
  }
  for (const name in old) if (!(name in attrs)) node.removeAttribute(name);
}

/** Children are few and keep their order: the first is compared with the first. */
function renewChildren(
  node: SVGElement,
  old: readonly SceneElement[],
  children: readonly SceneElement[],
): void {
  const nodes = Array.from(node.children) as SVGElement[];
  children.forEach((child, i) => {
    const before = old[i];
    if (!before) node.append(create(child));
    else if (before !== child) renew({ element: before, node: nodes[i]! }, child);
  });
  for (let i = children.length; i < old.length; i++) nodes[i]!.remove();
}
