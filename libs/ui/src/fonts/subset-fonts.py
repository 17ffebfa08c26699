"""Makes the font files of fonts.css from the files of @fontsource-variable, byte for byte the same each time.

pip install fonttools==4.66.1 brotli==1.2.0 && python libs/ui/src/fonts/subset-fonts.py
"""
from io import BytesIO
from pathlib import Path

from fontTools.otlLib.builder import buildPairPosClassesSubtable, buildValue
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.otTables import Device
from fontTools.ttLib.woff2 import WOFF2FlavorData
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
PACKAGES = HERE / "../../../../node_modules/@fontsource-variable"

# The interface, and titles in the languages of western Europe.
LATIN = """
    20-7E A0-A1 A7 A9 AB AD B0 B7 BB BF-FF 131 152-153 2009-200D 2010-2011 2013-2014 2018-201A 201C-201E 2022 2026 202F
    2039-203A 20AC
"""
SYMBOLS = "A2-A6 A8 AA AC AE-AF B1-B6 B8-BA BC-BE 2BB-2BC 2C6 2DA 2DC 2002 2032-2033 2044 2122 2191 2193 2212 2215"
WEIGHTS = {"inter": (400, 600), "newsreader": 375}
FEATURES = {"inter": ["kern", "tnum"], "newsreader": ["kern", "liga"]}
# Letters of the extended ranges combine with marks.
MARKS = ["ccmp", "locl", "mark", "mkmk"]
VARIATION_INDEX = 0x8000
NO_VARIATION = 0xFFFF


def reopened(font):
    file = BytesIO()
    font.save(file)
    file.seek(0)
    return TTFont(file, recalcTimestamp=False)


def source(family, subset):
    """A font with the weights of the pages. 500 units an em move no outline by a tenth of a pixel, and compress better."""
    font = TTFont(PACKAGES / family / f"files/{family}-{subset}-wght-normal.woff2", recalcTimestamp=False)
    font.flavor = None
    scale_upem(font, 500)
    return reopened(instantiateVariableFont(font, {"wght": WEIGHTS[family]}))


def pair_value(subtable, first, second):
    if first not in subtable.Coverage.glyphs:
        return None
    if subtable.Format == 1:
        pairs = subtable.PairSet[subtable.Coverage.glyphs.index(first)].PairValueRecord
        return next((pair.Value1 for pair in pairs if pair.SecondGlyph == second), None)
    row = subtable.Class1Record[subtable.ClassDef1.classDefs.get(first, 0)]
    return row.Class2Record[subtable.ClassDef2.classDefs.get(second, 0)].Value1


def kerning(subtables, first, second):
    """Even advance at the lightest weight, and its variation as the indexes of a `VariationIndex`."""
    value = next((value for s in subtables if (value := pair_value(s, first, second)) is not None), None)
    device = getattr(value, "XAdvDevice", None)
    varies = device is not None and device.StartSize != NO_VARIATION
    return round(getattr(value, "XAdvance", 0) / 2) * 2, (device.StartSize, device.EndSize) if varies else None


def value_of(advance, variation):
    if variation is None:
        return buildValue({"XAdvance": advance})
    device = Device()
    device.StartSize, device.EndSize = variation
    device.DeltaFormat = VARIATION_INDEX
    return buildValue({"XAdvance": advance, "XAdvDevice": device})


def classify_kerning(font):
    """Replaces thousands of pairs of single glyphs by one table of classes: 3 kB less."""
    glyphs = font.getGlyphOrder()
    for lookup in font["GPOS"].table.LookupList.Lookup:
        subtables = [getattr(subtable, "ExtSubTable", subtable) for subtable in lookup.SubTable]
        values = {(first, second): kerning(subtables, first, second) for first in glyphs for second in glyphs}
        rows, columns = {}, {}
        for glyph in glyphs:
            rows.setdefault(tuple(values[glyph, other] for other in glyphs), []).append(glyph)
            columns.setdefault(tuple(values[other, glyph] for other in glyphs), []).append(glyph)
        pairs = {
            (tuple(row), tuple(column)): (value_of(*value), None)
            for row in rows.values()
            for column in columns.values()
            if (value := values[row[0], column[0]]) != (0, None)
        }
        lookup.LookupType = 2
        lookup.SubTable = [buildPairPosClassesSubtable(pairs, font.getReverseGlyphMap())]
        lookup.SubTableCount = 1


def write(family, subset, name, selected=None, features=()):
    font = source(family, subset)
    options = Options(hinting=False, name_IDs=[], layout_features=[*FEATURES[family], *features])
    options.layout_scripts = ["DFLT", "latn"]
    options.drop_tables += ["MVAR", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(selected) if selected else font.getBestCmap())
    subsetter.subset(font)
    if name == "latin":
        classify_kerning(font)
    font = reopened(font)
    font.flavor = "woff2"
    font.flavorData = WOFF2FlavorData(transformedTables=("glyf", "loca", "hmtx"))
    path = HERE / f"{family}-{name}-wght-normal.woff2"
    font.save(path)
    print(path.name, path.stat().st_size)


for family in WEIGHTS:
    write(family, "latin", "latin", LATIN)
    write(family, "latin", "symbols", SYMBOLS)
    write(family, "latin-ext", "latin-ext", features=MARKS)
