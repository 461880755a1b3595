using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Pedido
{
    /// <summary>Reads JSON (RFC 8259). Numbers become decimals, exact to the last digit.</summary>
    internal sealed class JsonReader
    {
        private const int DeepestNesting = 100;
        private const string Escapes = "\"\\/bfnrt";
        private const string Escaped = "\"\\/\b\f\n\r\t";
        private static readonly Regex NumberForm =
            new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", RegexOptions.CultureInvariant);

        private readonly string text;
        private int at;
        private int depth;

        private JsonReader(string text)
        {
            this.text = text;
        }

        private char Next => at < text.Length ? text[at] : '\0';

        /// <exception cref="FormatException">The text is no JSON.</exception>
        public static Json Read(string text)
        {
            var reader = new JsonReader(text);
            var value = reader.ReadValue();
            if (reader.at < text.Length)
            {
                throw reader.Wrong();
            }
            return value;
        }

        /// <summary>Reads a value and the white space around it.</summary>
        private Json ReadValue()
        {
            SkipSpace();
            var value = ReadBare();
            SkipSpace();
            return value;
        }

        private Json ReadBare()
        {
            switch (Next)
            {
                case '{': return new Json(ReadObject());
                case '[': return new Json(ReadList());
                case '"': return new Json(ReadText());
                case 't': return ReadWord("true", new Json(true));
                case 'f': return ReadWord("false", new Json(false));
                case 'n': return ReadWord("null", null);
                default: return new Json(ReadNumber());
            }
        }

        private Dictionary<string, Json> ReadObject()
        {
            var members = new Dictionary<string, Json>();
            ReadParts('}', () =>
            {
                SkipSpace();
                if (Next != '"')
                {
                    throw Wrong();
                }
                var name = ReadText();
                SkipSpace();
                Take(':');
                members[name] = ReadValue();
            });
            return members;
        }

        private List<Json> ReadList()
        {
            var values = new List<Json>();
            ReadParts(']', () => values.Add(ReadValue()));
            return values;
        }

        private void ReadParts(char end, Action readPart)
        {
            if (++depth > DeepestNesting)
            {
                throw Wrong();
            }
            at++;
            SkipSpace();
            if (Next != end)
            {
                readPart();
                while (Next == ',')
                {
                    at++;
                    readPart();
                }
            }
            Take(end);
            depth--;
        }

        private string ReadText()
        {
            var read = new StringBuilder();
            for (at++; Next != '"'; )
            {
                if (Next < ' ')
                {
                    throw Wrong();
                }
                var letter = text[at++];
                read.Append(letter == '\\' ? ReadEscape() : letter);
            }
            at++;
            return read.ToString();
        }

        private char ReadEscape()
        {
            var letter = Next;
            var known = Escapes.IndexOf(letter);
            if (known >= 0)
            {
                at++;
                return Escaped[known];
            }
            var digits = letter == 'u' && at + 5 <= text.Length ? text.Substring(at + 1, 4) : "";
            if (!ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var unit))
            {
                throw Wrong();
            }
            at += 5;
            return (char)unit;
        }

        private object ReadNumber()
        {
            var match = NumberForm.Match(text, at);
            if (!match.Success)
            {
                throw Wrong();
            }
            at += match.Length;
            if (decimal.TryParse(match.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
            {
                return number;
            }
            if (double.TryParse(match.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var large))
            {
                return large;
            }
            throw Wrong();
        }

        private Json ReadWord(string word, Json meaning)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            {
                throw Wrong();
            }
            at += word.Length;
            return meaning;
        }

        private void Take(char letter)
        {
            if (Next != letter)
            {
                throw Wrong();
            }
            at++;
        }

        private void SkipSpace()
        {
            while (Next == ' ' || Next == '\n' || Next == '\r' || Next == '\t')
            {
                at++;
            }
        }

        private FormatException Wrong() => new FormatException($"This is no JSON, from character {at + 1} on.");
    }
}
