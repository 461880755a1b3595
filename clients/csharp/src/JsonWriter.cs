using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;

namespace Pedido
{
    /// <summary>Writes what a program gives (anonymous objects, dictionaries, lists, numbers) as JSON.</summary>
    internal static class JsonWriter
    {
        private const int DeepestNesting = 100;

        private static readonly Dictionary<Type, string> NumberForms = new Dictionary<Type, string>
        {
            // As few digits as mean it: the service counts decimals.
            [typeof(decimal)] = "0.############################",
            [typeof(double)] = "R",
            [typeof(float)] = "R",
            [typeof(int)] = "D",
            [typeof(long)] = "D",
            [typeof(short)] = "D",
            [typeof(byte)] = "D",
            [typeof(uint)] = "D",
            [typeof(ulong)] = "D",
            [typeof(ushort)] = "D",
            [typeof(sbyte)] = "D",
        };

        /// <summary>Without the zone of a time that has none: it is one of the account's.</summary>
        private const string InstantForm = "yyyy-MM-dd'T'HH:mm:ss.fffK";

        /// <exception cref="ArgumentException">Something in it has no form in JSON.</exception>
        public static string Write(object value)
        {
            var to = new StringBuilder();
            Write(value, to, 0);
            return to.ToString();
        }

        /// <summary>The properties of a dictionary, of an object of JSON, or of any other object.</summary>
        /// <exception cref="ArgumentException">It is no object.</exception>
        public static IEnumerable<KeyValuePair<string, object>> MembersOf(object value)
        {
            if (value == null)
            {
                return Enumerable.Empty<KeyValuePair<string, object>>();
            }
            if ((value is Json json ? json.Value : value) is IDictionary dictionary)
            {
                return dictionary.Keys.Cast<object>().Select(one => Member(one.ToString(), dictionary[one]));
            }
            if (value is IEnumerable<KeyValuePair<string, object>> members)
            {
                return members;
            }
            if (value is IEnumerable || value.GetType().IsValueType)
            {
                throw new ArgumentException($"{value.GetType()} is no object with properties.");
            }
            return value.GetType()
                .GetProperties(BindingFlags.Public | BindingFlags.Instance)
                .Where(one => one.CanRead && one.GetIndexParameters().Length == 0)
                .Select(one => Member(one.Name, one.GetValue(value)));
        }

        /// <summary>A single value as a text that does not go by the language of the machine; null if it is more.</summary>
        public static string TextOf(object value)
        {
            if (value is string text)
            {
                return text;
            }
            if (value is bool flag)
            {
                return flag ? "true" : "false";
            }
            if (value is DateTime || value is DateTimeOffset)
            {
                return ((IFormattable)value).ToString(InstantForm, CultureInfo.InvariantCulture);
            }
            return value is Guid ? value.ToString() : NumberOf(value);
        }

        private static KeyValuePair<string, object> Member(string name, object value) =>
            new KeyValuePair<string, object>(name, value);

        private static string NumberOf(object value)
        {
            if (value == null || !NumberForms.TryGetValue(value.GetType(), out var form))
            {
                return null;
            }
            var text = ((IFormattable)value).ToString(form, CultureInfo.InvariantCulture);
            if (char.IsDigit(text[text.Length - 1]))
            {
                return text;
            }
            throw new ArgumentException($"{text} is no number of JSON.");
        }

        private static void Write(object value, StringBuilder to, int depth)
        {
            if (depth > DeepestNesting)
            {
                throw new ArgumentException("This is nested too deeply, or holds itself.");
            }
            var plain = value is Json json ? json.Value : value;
            var text = TextOf(plain);
            if (plain == null)
            {
                to.Append("null");
            }
            else if (text != null && (plain is bool || NumberOf(plain) != null))
            {
                to.Append(text);
            }
            else if (text != null)
            {
                WriteText(text, to);
            }
            else if (plain is IEnumerable list && !IsObject(plain))
            {
                WriteParts('[', list.Cast<object>(), one => Write(one, to, depth + 1), ']', to);
            }
            else
            {
                WriteParts('{', MembersOf(plain), one => WriteMember(one, to, depth + 1), '}', to);
            }
        }

        private static bool IsObject(object value) =>
            value is IDictionary || value is IEnumerable<KeyValuePair<string, object>>;

        private static void WriteMember(KeyValuePair<string, object> member, StringBuilder to, int depth)
        {
            WriteText(member.Key, to);
            to.Append(':');
            Write(member.Value, to, depth);
        }

        private static void WriteParts<T>(
            char start,
            IEnumerable<T> parts,
            Action<T> write,
            char end,
            StringBuilder to)
        {
            to.Append(start);
            var isFirst = true;
            foreach (var part in parts)
            {
                if (!isFirst)
                {
                    to.Append(',');
                }
                isFirst = false;
                write(part);
            }
            to.Append(end);
        }

        private static void WriteText(string text, StringBuilder to)
        {
            to.Append('"');
            foreach (var letter in text)
            {
                if (letter == '"' || letter == '\\')
                {
                    to.Append('\\').Append(letter);
                }
                else if (letter < ' ' || char.IsSurrogate(letter))
                {
                    to.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
                }
                else
                {
                    to.Append(letter);
                }
            }
            to.Append('"');
        }
    }
}
